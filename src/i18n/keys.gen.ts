// Made by `npm run gen` from messages/en.json; do not edit.

export interface MessageArgs {
  'account.first_name_required': Record<string, never>
  'account.last_name_required': Record<string, never>
  'account.mail.code': Record<string, never>
  'account.mail.code_subject': { code: string | number; shop: string | number }
  'account.mail.ignore': { shop: string | number }
  'account.mail.known_button': Record<string, never>
  'account.mail.known_subject': { shop: string | number }
  'account.mail.known_text': Record<string, never>
  'account.mail.known_title': Record<string, never>
  'account.mail.life': { minutes: number }
  'account.mail.none_button': Record<string, never>
  'account.mail.none_subject': { shop: string | number }
  'account.mail.none_text': Record<string, never>
  'account.mail.none_title': Record<string, never>
  'account.mail.not_me': Record<string, never>
  'account.mail.password_set_subject': { shop: string | number }
  'account.mail.password_set_text': Record<string, never>
  'account.mail.password_set_title': Record<string, never>
  'account.mail.reset_button': Record<string, never>
  'account.mail.reset_subject': { shop: string | number }
  'account.mail.secured_subject': { shop: string | number }
  'account.mail.secured_text': Record<string, never>
  'account.mail.secured_title': Record<string, never>
  'account.mail.sign_in_browser': Record<string, never>
  'account.mail.sign_in_ip': Record<string, never>
  'account.mail.sign_in_subject': { shop: string | number }
  'account.mail.sign_in_text': Record<string, never>
  'account.mail.sign_in_title': Record<string, never>
  'account.mail.sign_in_when': Record<string, never>
  'account.mail.taken_subject': { shop: string | number }
  'account.mail.taken_text': Record<string, never>
  'account.mail.taken_title': Record<string, never>
  'account.mail.title_change': Record<string, never>
  'account.mail.title_oauth': Record<string, never>
  'account.mail.title_proof': Record<string, never>
  'account.mail.title_reset': Record<string, never>
  'account.mail.title_signIn': { shop: string | number }
  'account.mail.title_signUp': { shop: string | number }
  'account.mail.title_verify': Record<string, never>
  'account.mail.verify_button': Record<string, never>
  'account.mail.verify_life': { minutes: number }
  'account.mail.verify_subject': { shop: string | number }
  'account.sms.code': { code: string | number; shop: string | number; minutes: number }
  'account.sms.known': { shop: string | number; link: string | number }
  'account.sms.none': { shop: string | number; link: string | number }
  'account.sms.password_set': { shop: string | number; link: string | number }
  'account.sms.taken': { shop: string | number }
  'account.wrong_password': Record<string, never>
  'address.choose': Record<string, never>
  'address.city.city': Record<string, never>
  'address.city.city_district': Record<string, never>
  'address.city.suburb': Record<string, never>
  'address.city.town': Record<string, never>
  'address.company': Record<string, never>
  'address.country': Record<string, never>
  'address.country_code': Record<string, never>
  'address.district.district': Record<string, never>
  'address.district.neighborhood': Record<string, never>
  'address.district.suburb': Record<string, never>
  'address.first_name': Record<string, never>
  'address.last_name': Record<string, never>
  'address.line1': Record<string, never>
  'address.line2': Record<string, never>
  'address.missing.chinese_mobile': Record<string, never>
  'address.missing.country': Record<string, never>
  'address.missing.enter': { field: string | number }
  'address.missing.phone': Record<string, never>
  'address.missing.required': { field: string | number }
  'address.missing.select': { field: string | number }
  'address.missing.such_as': { field: string | number; example: string | number }
  'address.missing.without_link': { field: string | number }
  'address.optional': { field: string | number }
  'address.paste': Record<string, never>
  'address.paste_do': Record<string, never>
  'address.paste_done': Record<string, never>
  'address.paste_help': Record<string, never>
  'address.paste_label': Record<string, never>
  'address.paste_none': Record<string, never>
  'address.phone': Record<string, never>
  'address.phone_help': Record<string, never>
  'address.postcode.eircode': Record<string, never>
  'address.postcode.pin': Record<string, never>
  'address.postcode.postcode': Record<string, never>
  'address.postcode.zip': Record<string, never>
  'address.region.area': Record<string, never>
  'address.region.county': Record<string, never>
  'address.region.emirate': Record<string, never>
  'address.region.prefecture': Record<string, never>
  'address.region.province': Record<string, never>
  'address.region.region': Record<string, never>
  'address.region.state': Record<string, never>
  'address.show_fields': Record<string, never>
  'alert.asked.text': Record<string, never>
  'alert.asked.title': Record<string, never>
  'alert.back': Record<string, never>
  'alert.confirm.button': Record<string, never>
  'alert.confirm.text': Record<string, never>
  'alert.confirm.title': Record<string, never>
  'alert.confirmed.text': Record<string, never>
  'alert.confirmed.title': Record<string, never>
  'alert.mail.choice': { product: string | number; choice: string | number }
  'alert.mail.confirm.price': { product: string | number; price: string | number }
  'alert.mail.confirm.stock': { product: string | number }
  'alert.mail.confirm.subject': { product: string | number }
  'alert.mail.confirm.title': Record<string, never>
  'alert.mail.ignore': Record<string, never>
  'alert.mail.news.note': Record<string, never>
  'alert.mail.news.open': Record<string, never>
  'alert.mail.news.price': { product: string | number; price: string | number; before: string | number }
  'alert.mail.news.stock': { product: string | number; price: string | number }
  'alert.mail.news.subject': { others: number; product: string | number }
  'alert.mail.news.title': Record<string, never>
  'alert.mail.stop': Record<string, never>
  'alert.mail.why': { shop: string | number }
  'alert.refused.title': Record<string, never>
  'alert.unsubscribe.button': Record<string, never>
  'alert.unsubscribe.text': Record<string, never>
  'alert.unsubscribe.title': Record<string, never>
  'alert.unsubscribed.text': Record<string, never>
  'alert.unsubscribed.title': Record<string, never>
  'app.error.again': Record<string, never>
  'app.error.home': Record<string, never>
  'app.error.text': Record<string, never>
  'app.error.title': Record<string, never>
  'app.home.articles': Record<string, never>
  'app.home.offer': Record<string, never>
  'app.home.reviews': Record<string, never>
  'app.no_template.default': Record<string, never>
  'app.no_template.text': Record<string, never>
  'app.no_template.title': Record<string, never>
  'app.not_found.categories': Record<string, never>
  'app.not_found.text': Record<string, never>
  'app.not_found.title': Record<string, never>
  'article.all_tags': Record<string, never>
  'article.author': Record<string, never>
  'article.breadcrumbs': Record<string, never>
  'article.by': { author: string | number }
  'article.comment.official': Record<string, never>
  'article.comments': { total: number }
  'article.comments.next': Record<string, never>
  'article.comments.page': { page: number }
  'article.comments.pages': Record<string, never>
  'article.comments.previous': Record<string, never>
  'article.contents': Record<string, never>
  'article.filter': Record<string, never>
  'article.home': Record<string, never>
  'article.list.description': { shop: string | number }
  'article.list.empty': Record<string, never>
  'article.list.empty_title': Record<string, never>
  'article.list.next': Record<string, never>
  'article.list.page': { page: number }
  'article.list.page_title': { title: string | number; page: number }
  'article.list.pages': Record<string, never>
  'article.list.previous': Record<string, never>
  'article.list.tag_title': { title: string | number; tag: string | number }
  'article.list.title': Record<string, never>
  'article.minutes': { minutes: number }
  'article.more': Record<string, never>
  'article.products': Record<string, never>
  'article.section_link': { title: string | number }
  'article.tags': Record<string, never>
  'article.to_shop': Record<string, never>
  'article.updated': { date: string | number }
  'auth.account': Record<string, never>
  'auth.account_hint': Record<string, never>
  'auth.back': Record<string, never>
  'auth.by_password': Record<string, never>
  'auth.code': Record<string, never>
  'auth.code_help': Record<string, never>
  'auth.code_sent': { account: string | number }
  'auth.country_code': Record<string, never>
  'auth.country_code_none': Record<string, never>
  'auth.country_code_required': Record<string, never>
  'auth.create': Record<string, never>
  'auth.disown.button': Record<string, never>
  'auth.disown.text': Record<string, never>
  'auth.disown.title': Record<string, never>
  'auth.disowned.text': Record<string, never>
  'auth.disowned.title': Record<string, never>
  'auth.errors': { count: number }
  'auth.factor_code': Record<string, never>
  'auth.factor_help': Record<string, never>
  'auth.factor_lead': Record<string, never>
  'auth.factor_title': Record<string, never>
  'auth.factor_trust': Record<string, never>
  'auth.first_name': Record<string, never>
  'auth.forget_text': Record<string, never>
  'auth.forgot': Record<string, never>
  'auth.from_order': Record<string, never>
  'auth.from_order_text': { email: string | number }
  'auth.have_account': Record<string, never>
  'auth.joined_cart': { count: number }
  'auth.joined_orders': { count: number }
  'auth.keep': Record<string, never>
  'auth.last_name': Record<string, never>
  'auth.new_here': Record<string, never>
  'auth.new_password': Record<string, never>
  'auth.new_password_help': Record<string, never>
  'auth.optional_password': Record<string, never>
  'auth.optional_password_help': Record<string, never>
  'auth.other_account': Record<string, never>
  'auth.password': Record<string, never>
  'auth.password_hide': Record<string, never>
  'auth.password_show': Record<string, never>
  'auth.prompt_title': Record<string, never>
  'auth.reset_note': Record<string, never>
  'auth.reset_title': Record<string, never>
  'auth.save_password': Record<string, never>
  'auth.send': Record<string, never>
  'auth.sign_in': Record<string, never>
  'book.add': Record<string, never>
  'book.another': Record<string, never>
  'book.as_default': Record<string, never>
  'book.cancel': Record<string, never>
  'book.close': Record<string, never>
  'book.default': Record<string, never>
  'book.default_set': Record<string, never>
  'book.delete': Record<string, never>
  'book.delete_do': Record<string, never>
  'book.delete_of': { name: string | number }
  'book.delete_sure': Record<string, never>
  'book.deleted': Record<string, never>
  'book.edit': Record<string, never>
  'book.edit_of': { name: string | number }
  'book.edit_title': Record<string, never>
  'book.keep': Record<string, never>
  'book.lead': Record<string, never>
  'book.make_default': Record<string, never>
  'book.make_default_of': { name: string | number }
  'book.none': Record<string, never>
  'book.none_text': Record<string, never>
  'book.save': Record<string, never>
  'book.saved': Record<string, never>
  'cart.added': Record<string, never>
  'cart.again': Record<string, never>
  'cart.browse': Record<string, never>
  'cart.change_back': Record<string, never>
  'cart.change_cheaper': { from: string | number; to: string | number }
  'cart.change_dearer': { from: string | number; to: string | number }
  'cart.change_fewer': { available: number }
  'cart.change_quantity': Record<string, never>
  'cart.change_sold_out': Record<string, never>
  'cart.changes': Record<string, never>
  'cart.choice_separator': Record<string, never>
  'cart.choose': { title: string | number }
  'cart.choose_all': Record<string, never>
  'cart.choose_none': Record<string, never>
  'cart.close': Record<string, never>
  'cart.code_separator': Record<string, never>
  'cart.continue': Record<string, never>
  'cart.coupon': Record<string, never>
  'cart.coupon_apply': Record<string, never>
  'cart.coupon_best': Record<string, never>
  'cart.coupon_done': Record<string, never>
  'cart.coupon_others': { count: number }
  'cart.coupon_remove': { code: string | number }
  'cart.coupon_use': { codes: string | number }
  'cart.coupon_yours': Record<string, never>
  'cart.description': Record<string, never>
  'cart.dismiss': Record<string, never>
  'cart.drawer_added': Record<string, never>
  'cart.each': { price: string | number }
  'cart.empty': Record<string, never>
  'cart.empty_text': Record<string, never>
  'cart.estimate': Record<string, never>
  'cart.estimate_choose': Record<string, never>
  'cart.estimate_none': Record<string, never>
  'cart.estimate_show': Record<string, never>
  'cart.exchange': Record<string, never>
  'cart.exchange_close': Record<string, never>
  'cart.exchange_of': { title: string | number }
  'cart.exchange_price': { choice: string | number; price: string | number }
  'cart.exchange_sold_out': { choice: string | number }
  'cart.exchange_take': Record<string, never>
  'cart.failed': Record<string, never>
  'cart.fewer': { title: string | number }
  'cart.forget_of': { title: string | number }
  'cart.free_missing': { amount: string | number }
  'cart.free_progress': Record<string, never>
  'cart.free_reached': Record<string, never>
  'cart.goes_with': Record<string, never>
  'cart.items': { count: number }
  'cart.keep': Record<string, never>
  'cart.keep_all': Record<string, never>
  'cart.keep_of': { title: string | number }
  'cart.lines': Record<string, never>
  'cart.link_add': Record<string, never>
  'cart.link_coupon': Record<string, never>
  'cart.link_coupon_kept': { name: string | number }
  'cart.link_description': Record<string, never>
  'cart.link_empty': Record<string, never>
  'cart.link_empty_text': Record<string, never>
  'cart.link_left_out': { count: number }
  'cart.link_text': Record<string, never>
  'cart.link_title': Record<string, never>
  'cart.loading': Record<string, never>
  'cart.more': { title: string | number }
  'cart.most_reached': { most: string | number }
  'cart.move': Record<string, never>
  'cart.move_of': { title: string | number }
  'cart.moved': Record<string, never>
  'cart.not_enough': { available: number }
  'cart.note': Record<string, never>
  'cart.note_help': Record<string, never>
  'cart.note_keep': Record<string, never>
  'cart.note_kept': Record<string, never>
  'cart.quantity_of': { title: string | number }
  'cart.remove': Record<string, never>
  'cart.remove_of': { title: string | number }
  'cart.removed': Record<string, never>
  'cart.removed_title': { title: string | number }
  'cart.save': Record<string, never>
  'cart.save_of': { title: string | number }
  'cart.saved': Record<string, never>
  'cart.saved_done': Record<string, never>
  'cart.saved_none': { title: string | number }
  'cart.saved_title': { title: string | number }
  'cart.set_quantity': { quantity: number }
  'cart.share': Record<string, never>
  'cart.share_copied': Record<string, never>
  'cart.sold_out': Record<string, never>
  'cart.subtotal': Record<string, never>
  'cart.subtotal_hint': Record<string, never>
  'cart.subtotal_hint_free': Record<string, never>
  'cart.subtotal_reduced': Record<string, never>
  'cart.summary': Record<string, never>
  'cart.take_available': { available: number }
  'cart.title': Record<string, never>
  'cart.total_estimate': Record<string, never>
  'cart.total_hint': { country: string | number }
  'cart.undo': Record<string, never>
  'cart.units': { count: number }
  'cart.update': Record<string, never>
  'cart.view': Record<string, never>
  'cart.was': Record<string, never>
  'catalog.add': { title: string | number }
  'catalog.apply': Record<string, never>
  'catalog.availability': Record<string, never>
  'catalog.breadcrumbs': Record<string, never>
  'catalog.category.description': { name: string | number; shop: string | number; count: number }
  'catalog.choose': { title: string | number }
  'catalog.chosen': Record<string, never>
  'catalog.clear_all': Record<string, never>
  'catalog.clear_one': { name: string | number }
  'catalog.close': Record<string, never>
  'catalog.collection': Record<string, never>
  'catalog.colours': { count: number }
  'catalog.count': { count: number }
  'catalog.everything': Record<string, never>
  'catalog.favourite': { title: string | number }
  'catalog.filter': Record<string, never>
  'catalog.filter_count': { count: number }
  'catalog.filtered_title': { name: string | number; count: number }
  'catalog.filters': Record<string, never>
  'catalog.from': { price: string | number }
  'catalog.home': Record<string, never>
  'catalog.home.all': Record<string, never>
  'catalog.home.best': Record<string, never>
  'catalog.home.categories': Record<string, never>
  'catalog.home.new': Record<string, never>
  'catalog.home.opening': Record<string, never>
  'catalog.home.see_all': Record<string, never>
  'catalog.home.start': { name: string | number }
  'catalog.in_stock': Record<string, never>
  'catalog.load_more': Record<string, never>
  'catalog.many': { count: number }
  'catalog.more': { count: number }
  'catalog.new': Record<string, never>
  'catalog.next': Record<string, never>
  'catalog.nothing_fits.text': Record<string, never>
  'catalog.nothing_fits.title': Record<string, never>
  'catalog.nothing_here.text': Record<string, never>
  'catalog.nothing_here.title': Record<string, never>
  'catalog.offer': Record<string, never>
  'catalog.page': { page: number }
  'catalog.page_title': { name: string | number; page: number }
  'catalog.pages': Record<string, never>
  'catalog.previous': Record<string, never>
  'catalog.price': Record<string, never>
  'catalog.price_above': { price: string | number }
  'catalog.price_below': { price: string | number }
  'catalog.price_from': Record<string, never>
  'catalog.price_to': Record<string, never>
  'catalog.products': Record<string, never>
  'catalog.rating': Record<string, never>
  'catalog.rating_any': Record<string, never>
  'catalog.rating_from': { stars: number }
  'catalog.show_count': { count: number }
  'catalog.shown': { shown: number; total: number }
  'catalog.skip_filters': Record<string, never>
  'catalog.sold_out': Record<string, never>
  'catalog.sort': Record<string, never>
  'catalog.sort.best': Record<string, never>
  'catalog.sort.featured': Record<string, never>
  'catalog.sort.new': Record<string, never>
  'catalog.sort.price-asc': Record<string, never>
  'catalog.sort.price-desc': Record<string, never>
  'catalog.sort.rating': Record<string, never>
  'catalog.sort_apply': Record<string, never>
  'catalog.subcategories': { name: string | number }
  'catalog.tag': Record<string, never>
  'catalog.tags': Record<string, never>
  'catalog.to_home': Record<string, never>
  'catalog.was': Record<string, never>
  'checkout.address': Record<string, never>
  'checkout.back_to_cart': Record<string, never>
  'checkout.before': Record<string, never>
  'checkout.begin': Record<string, never>
  'checkout.billing': Record<string, never>
  'checkout.billing_other': Record<string, never>
  'checkout.billing_same': Record<string, never>
  'checkout.buy_now': Record<string, never>
  'checkout.call.cart_quantity': { title: string | number; quantity: string | number }
  'checkout.call.cart_removed': { title: string | number }
  'checkout.call.coupon_free_shipping': Record<string, never>
  'checkout.call.coupon_saves': { amount: string | number }
  'checkout.call.fee': { amount: string | number }
  'checkout.call.free': Record<string, never>
  'checkout.call.method_manual': Record<string, never>
  'checkout.call.method_standard': Record<string, never>
  'checkout.call.missing_payment': Record<string, never>
  'checkout.call.missing_shipping': Record<string, never>
  'checkout.call.shipping': Record<string, never>
  'checkout.change': Record<string, never>
  'checkout.change_of': { field: string | number }
  'checkout.changed_go_on': { amount: string | number }
  'checkout.changed_same': { after: string | number }
  'checkout.changed_text': { before: string | number; after: string | number }
  'checkout.changed_title': Record<string, never>
  'checkout.choose': Record<string, never>
  'checkout.choose_of': { name: string | number }
  'checkout.chosen': Record<string, never>
  'checkout.close': Record<string, never>
  'checkout.code_separator': Record<string, never>
  'checkout.contact': Record<string, never>
  'checkout.coupon': Record<string, never>
  'checkout.coupon_apply': Record<string, never>
  'checkout.coupon_best': Record<string, never>
  'checkout.coupon_others': { count: number }
  'checkout.coupon_remove': { code: string | number }
  'checkout.coupon_use': { codes: string | number }
  'checkout.coupon_yours': Record<string, never>
  'checkout.credit_apply': Record<string, never>
  'checkout.credit_stop': Record<string, never>
  'checkout.credit_use': { balance: string | number }
  'checkout.credit_used': { amount: string | number }
  'checkout.description': Record<string, never>
  'checkout.email': Record<string, never>
  'checkout.email_help': Record<string, never>
  'checkout.errors': { count: number }
  'checkout.failed': { why: string | number }
  'checkout.fields_of': { country: string | number }
  'checkout.gone_all_text': Record<string, never>
  'checkout.gone_all_title': Record<string, never>
  'checkout.gone_go_on': Record<string, never>
  'checkout.gone_text': Record<string, never>
  'checkout.gone_title': Record<string, never>
  'checkout.head.cart': Record<string, never>
  'checkout.head.information': Record<string, never>
  'checkout.head.payment': Record<string, never>
  'checkout.later': Record<string, never>
  'checkout.look_again': Record<string, never>
  'checkout.marketing': Record<string, never>
  'checkout.missing.email': Record<string, never>
  'checkout.missing.email_form': Record<string, never>
  'checkout.missing.not_sold_to': Record<string, never>
  'checkout.no_answer': Record<string, never>
  'checkout.not_saved': Record<string, never>
  'checkout.note': Record<string, never>
  'checkout.note_help': Record<string, never>
  'checkout.payment': Record<string, never>
  'checkout.payment_none': Record<string, never>
  'checkout.payment_none_text': Record<string, never>
  'checkout.review': Record<string, never>
  'checkout.saved': Record<string, never>
  'checkout.saving': Record<string, never>
  'checkout.shipping': Record<string, never>
  'checkout.shipping_none': Record<string, never>
  'checkout.shipping_none_text': Record<string, never>
  'checkout.step.cart': Record<string, never>
  'checkout.step.information': Record<string, never>
  'checkout.step.payment': Record<string, never>
  'checkout.step_done': Record<string, never>
  'checkout.steps': Record<string, never>
  'checkout.submit': { amount: string | number }
  'checkout.submit_hint': Record<string, never>
  'checkout.submitting': Record<string, never>
  'checkout.summary': Record<string, never>
  'checkout.summary_show': Record<string, never>
  'checkout.terms': Record<string, never>
  'checkout.thanks.again': Record<string, never>
  'checkout.thanks.amount': Record<string, never>
  'checkout.thanks.arrives': { method: string | number; days: string | number }
  'checkout.thanks.cancelled': Record<string, never>
  'checkout.thanks.copied': Record<string, never>
  'checkout.thanks.copy': Record<string, never>
  'checkout.thanks.copy_of': { field: string | number }
  'checkout.thanks.deciding': Record<string, never>
  'checkout.thanks.description': Record<string, never>
  'checkout.thanks.failed': { why: string | number }
  'checkout.thanks.kept_until': { date: string | number }
  'checkout.thanks.look': Record<string, never>
  'checkout.thanks.mail': { email: string | number }
  'checkout.thanks.next': Record<string, never>
  'checkout.thanks.not_copied': Record<string, never>
  'checkout.thanks.nothing_to_pay': Record<string, never>
  'checkout.thanks.number': { number: string | number }
  'checkout.thanks.offline': { amount: string | number; method: string | number }
  'checkout.thanks.open': Record<string, never>
  'checkout.thanks.order': Record<string, never>
  'checkout.thanks.paid': Record<string, never>
  'checkout.thanks.pay': Record<string, never>
  'checkout.thanks.reference': Record<string, never>
  'checkout.thanks.related': Record<string, never>
  'checkout.thanks.shop': Record<string, never>
  'checkout.thanks.title': Record<string, never>
  'checkout.thanks.transfer': { amount: string | number }
  'checkout.times': { count: string | number }
  'checkout.title': Record<string, never>
  'checkout.to_information': Record<string, never>
  'checkout.to_payment': Record<string, never>
  'checkout.total_now': { total: string | number }
  'checkout.trial': Record<string, never>
  'choose.add': Record<string, never>
  'choose.close': Record<string, never>
  'choose.more': Record<string, never>
  'choose.title': Record<string, never>
  'comment.closed': Record<string, never>
  'comment.content': Record<string, never>
  'comment.content_required': Record<string, never>
  'comment.delete': Record<string, never>
  'comment.delete_of': { author: string | number }
  'comment.delete_sure': Record<string, never>
  'comment.deleted': Record<string, never>
  'comment.gone': Record<string, never>
  'comment.held': Record<string, never>
  'comment.mail.open': Record<string, never>
  'comment.mail.published': Record<string, never>
  'comment.mail.published_text': Record<string, never>
  'comment.mail.refused': Record<string, never>
  'comment.mail.refused_text': Record<string, never>
  'comment.mail.replied': { author: string | number }
  'comment.mail.why': { shop: string | number }
  'comment.mail.you_wrote': Record<string, never>
  'comment.name': Record<string, never>
  'comment.name_help': Record<string, never>
  'comment.name_required': Record<string, never>
  'comment.nameless': Record<string, never>
  'comment.none': Record<string, never>
  'comment.pending': Record<string, never>
  'comment.posted': Record<string, never>
  'comment.refused': Record<string, never>
  'comment.refused_reason': { reason: string | number }
  'comment.reply': Record<string, never>
  'comment.reply_content': Record<string, never>
  'comment.reply_send': Record<string, never>
  'comment.reply_to': { author: string | number }
  'comment.rules': Record<string, never>
  'comment.send': Record<string, never>
  'comment.sign_in_first': Record<string, never>
  'comment.trap': Record<string, never>
  'comment.write': Record<string, never>
  'comment.writes_as': { name: string | number }
  'comment.writes_as_customer': Record<string, never>
  'compare.add': { title: string | number }
  'compare.add_short': Record<string, never>
  'compare.chosen': { count: number; most: number }
  'compare.clear': Record<string, never>
  'compare.description': Record<string, never>
  'compare.differences': Record<string, never>
  'compare.differs': Record<string, never>
  'compare.empty.text': Record<string, never>
  'compare.empty.title': Record<string, never>
  'compare.full': Record<string, never>
  'compare.in_stock': Record<string, never>
  'compare.more': Record<string, never>
  'compare.none': Record<string, never>
  'compare.open': Record<string, never>
  'compare.out_of_stock': Record<string, never>
  'compare.rating': { average: number; count: number }
  'compare.remove': { title: string | number }
  'compare.row.brand': Record<string, never>
  'compare.row.price': Record<string, never>
  'compare.row.rating': Record<string, never>
  'compare.row.stock': Record<string, never>
  'compare.row.tags': Record<string, never>
  'compare.table': Record<string, never>
  'compare.title': Record<string, never>
  'consent.allow': Record<string, never>
  'consent.ask': Record<string, never>
  'consent.ask.statistics': Record<string, never>
  'consent.description': Record<string, never>
  'consent.link': Record<string, never>
  'consent.marketing': Record<string, never>
  'consent.marketing.text': Record<string, never>
  'consent.more': Record<string, never>
  'consent.necessary': Record<string, never>
  'consent.necessary.text': Record<string, never>
  'consent.nothing': Record<string, never>
  'consent.refuse': Record<string, never>
  'consent.save': Record<string, never>
  'consent.saved': Record<string, never>
  'consent.since': { day: string | number }
  'consent.statistics': Record<string, never>
  'consent.statistics.text': Record<string, never>
  'consent.title': Record<string, never>
  'countdown.days': { n: number }
  'countdown.hours': { n: number }
  'countdown.minutes': { n: number }
  'countdown.seconds': { n: number }
  'coupon.alone': Record<string, never>
  'coupon.case': Record<string, never>
  'coupon.claim': Record<string, never>
  'coupon.code': Record<string, never>
  'coupon.copied': Record<string, never>
  'coupon.copy': Record<string, never>
  'coupon.copy_label': { code: string | number }
  'coupon.enter': { code: string | number }
  'coupon.kicker': Record<string, never>
  'coupon.list.description': { shop: string | number }
  'coupon.list.empty': Record<string, never>
  'coupon.list.empty_title': Record<string, never>
  'coupon.list.lead': Record<string, never>
  'coupon.list.title': Record<string, never>
  'coupon.named': { code: string | number }
  'coupon.not_copied': Record<string, never>
  'coupon.per_customer': { times: number }
  'coupon.stackable': Record<string, never>
  'coupon.used_up': Record<string, never>
  'credit.kind.adjusted': Record<string, never>
  'credit.kind.bonus': Record<string, never>
  'credit.kind.earned': Record<string, never>
  'credit.kind.refund': Record<string, never>
  'credit.kind.returned': Record<string, never>
  'credit.kind.spent': Record<string, never>
  'credit.kind.unearned': Record<string, never>
  'editor.bold': Record<string, never>
  'editor.content': Record<string, never>
  'editor.content_help': Record<string, never>
  'editor.heading': Record<string, never>
  'editor.insert': Record<string, never>
  'editor.insert_of': { n: number }
  'editor.italic': Record<string, never>
  'editor.link': Record<string, never>
  'editor.link_words': Record<string, never>
  'editor.list': Record<string, never>
  'editor.picture_of': { n: number }
  'editor.pictures': Record<string, never>
  'editor.pictures_add': Record<string, never>
  'editor.pictures_help': Record<string, never>
  'editor.preview': Record<string, never>
  'editor.preview_empty': Record<string, never>
  'editor.preview_old': Record<string, never>
  'editor.quote': Record<string, never>
  'editor.thumbnail': Record<string, never>
  'editor.thumbnail_of': { n: number }
  'editor.tools': Record<string, never>
  'editor.upload_failed': Record<string, never>
  'editor.uploading': { count: number }
  'factor.app': Record<string, never>
  'factor.app_text': Record<string, never>
  'factor.begin': Record<string, never>
  'factor.code': Record<string, never>
  'factor.codes': Record<string, never>
  'factor.codes_copied': Record<string, never>
  'factor.codes_copy': Record<string, never>
  'factor.codes_download': Record<string, never>
  'factor.codes_file': { shop: string | number }
  'factor.codes_left': { count: number }
  'factor.codes_not_copied': Record<string, never>
  'factor.codes_print': Record<string, never>
  'factor.codes_renew': Record<string, never>
  'factor.codes_stored': Record<string, never>
  'factor.codes_text': Record<string, never>
  'factor.end': Record<string, never>
  'factor.ended': Record<string, never>
  'factor.first_code': Record<string, never>
  'factor.is_off': Record<string, never>
  'factor.is_on': Record<string, never>
  'factor.mail.code_confirmed_subject': { shop: string | number }
  'factor.mail.code_confirmed_text': Record<string, never>
  'factor.mail.code_confirmed_title': Record<string, never>
  'factor.mail.code_used_subject': { shop: string | number }
  'factor.mail.code_used_text': Record<string, never>
  'factor.mail.code_used_title': Record<string, never>
  'factor.mail.codes_made_subject': { shop: string | number }
  'factor.mail.codes_made_text': Record<string, never>
  'factor.mail.codes_made_title': Record<string, never>
  'factor.mail.off_subject': { shop: string | number }
  'factor.mail.off_text': Record<string, never>
  'factor.mail.off_title': Record<string, never>
  'factor.mail.on_subject': { shop: string | number }
  'factor.mail.on_text': Record<string, never>
  'factor.mail.on_title': Record<string, never>
  'factor.open_app': Record<string, never>
  'factor.qr': Record<string, never>
  'factor.secret': Record<string, never>
  'factor.text': Record<string, never>
  'factor.title': Record<string, never>
  'factor.turn_on': Record<string, never>
  'favorite.added': Record<string, never>
  'favorite.articles': Record<string, never>
  'favorite.back': Record<string, never>
  'favorite.browse': Record<string, never>
  'favorite.browse_articles': Record<string, never>
  'favorite.cheaper': { by: string | number; before: string | number }
  'favorite.description': Record<string, never>
  'favorite.empty.articles': Record<string, never>
  'favorite.empty.products': Record<string, never>
  'favorite.empty.title': Record<string, never>
  'favorite.keep': Record<string, never>
  'favorite.next': Record<string, never>
  'favorite.page': { page: number }
  'favorite.pages': Record<string, never>
  'favorite.previous': Record<string, never>
  'favorite.products': Record<string, never>
  'favorite.remove': Record<string, never>
  'favorite.remove_of': { title: string | number }
  'favorite.removed': Record<string, never>
  'favorite.see': Record<string, never>
  'favorite.share.again': Record<string, never>
  'favorite.share.back': Record<string, never>
  'favorite.share.copied': Record<string, never>
  'favorite.share.copy': Record<string, never>
  'favorite.share.link': Record<string, never>
  'favorite.share.make': Record<string, never>
  'favorite.share.not_copied': Record<string, never>
  'favorite.share.since': { date: string | number }
  'favorite.share.text': Record<string, never>
  'favorite.share.title': Record<string, never>
  'favorite.share.withdraw': Record<string, never>
  'favorite.share.withdrawn': Record<string, never>
  'favorite.share.yours': Record<string, never>
  'favorite.shared.description': Record<string, never>
  'favorite.shared.empty': Record<string, never>
  'favorite.shared.title': Record<string, never>
  'favorite.since': { date: string | number }
  'favorite.title': Record<string, never>
  'favorite.types': Record<string, never>
  'field.invalid': Record<string, never>
  'field.not_a_number': Record<string, never>
  'field.not_whole': Record<string, never>
  'field.required': Record<string, never>
  'field.too_big': Record<string, never>
  'field.too_long': Record<string, never>
  'field.too_short': Record<string, never>
  'field.too_small': Record<string, never>
  'frame.account': Record<string, never>
  'frame.aid.contrast': Record<string, never>
  'frame.aid.contrast.text': Record<string, never>
  'frame.aid.data': Record<string, never>
  'frame.aid.data.text': Record<string, never>
  'frame.aid.large': Record<string, never>
  'frame.aid.large.text': Record<string, never>
  'frame.aid.motion': Record<string, never>
  'frame.aid.motion.text': Record<string, never>
  'frame.aids': Record<string, never>
  'frame.aids.note': Record<string, never>
  'frame.announcement': Record<string, never>
  'frame.announcement.dismiss': Record<string, never>
  'frame.apply': Record<string, never>
  'frame.cart': Record<string, never>
  'frame.categories': Record<string, never>
  'frame.close': Record<string, never>
  'frame.collections': Record<string, never>
  'frame.currency': Record<string, never>
  'frame.draft': { name: string | number; version: string | number }
  'frame.draft.end': Record<string, never>
  'frame.draft.faults': Record<string, never>
  'frame.draft.label': Record<string, never>
  'frame.free_shipping': { price: string | number }
  'frame.hint': { language: string | number }
  'frame.hint.go': Record<string, never>
  'frame.hint.stay': Record<string, never>
  'frame.home': { name: string | number }
  'frame.language': Record<string, never>
  'frame.language_and_currency': Record<string, never>
  'frame.menu': Record<string, never>
  'frame.mode': Record<string, never>
  'frame.mode.auto': Record<string, never>
  'frame.mode.dark': Record<string, never>
  'frame.mode.light': Record<string, never>
  'frame.navigation': Record<string, never>
  'frame.preferences': Record<string, never>
  'frame.search': Record<string, never>
  'frame.search_label': Record<string, never>
  'frame.shop': Record<string, never>
  'frame.sign_in': Record<string, never>
  'frame.skip': Record<string, never>
  'identity.change': Record<string, never>
  'identity.close': Record<string, never>
  'identity.close.confirm': { account: string | number }
  'identity.close.credit': { amount: string | number }
  'identity.close.credit_coming': { amount: string | number }
  'identity.close.credit_returns': Record<string, never>
  'identity.close.deleted': Record<string, never>
  'identity.close.deleted_text': Record<string, never>
  'identity.close.do': Record<string, never>
  'identity.close.done': Record<string, never>
  'identity.close.forfeit': Record<string, never>
  'identity.close.kept': Record<string, never>
  'identity.close.kept_text': { count: number }
  'identity.close.open': { count: number }
  'identity.close_text': Record<string, never>
  'identity.code': Record<string, never>
  'identity.email': Record<string, never>
  'identity.mail.changed_email': { account: string | number }
  'identity.mail.changed_mobile': { account: string | number }
  'identity.mail.changed_subject': { shop: string | number }
  'identity.mail.changed_title': Record<string, never>
  'identity.mail.changed_told': Record<string, never>
  'identity.mail.closed_kept': Record<string, never>
  'identity.mail.closed_subject': { shop: string | number }
  'identity.mail.closed_text': Record<string, never>
  'identity.mail.closed_title': Record<string, never>
  'identity.mail.new_password': Record<string, never>
  'identity.mail.removed_email': Record<string, never>
  'identity.mail.removed_mobile': Record<string, never>
  'identity.mail.undo_button': Record<string, never>
  'identity.mail.undo_text': { hours: number }
  'identity.mail.undone_lost': { account: string | number }
  'identity.mail.undone_subject': { shop: string | number }
  'identity.mail.undone_text': { account: string | number }
  'identity.mail.undone_title': Record<string, never>
  'identity.mobile': Record<string, never>
  'identity.new_email': Record<string, never>
  'identity.new_mobile': Record<string, never>
  'identity.none': Record<string, never>
  'identity.remove_email': Record<string, never>
  'identity.remove_mobile': Record<string, never>
  'identity.removed': Record<string, never>
  'identity.save': Record<string, never>
  'identity.saved': Record<string, never>
  'identity.send': Record<string, never>
  'identity.sent': Record<string, never>
  'identity.sms.changed': { shop: string | number; hours: number; link: string | number }
  'identity.sms.changed_told': { shop: string | number }
  'identity.sms.closed': { shop: string | number }
  'identity.sms.undone': { shop: string | number; link: string | number }
  'identity.sms.undone_lost': { shop: string | number }
  'identity.step': Record<string, never>
  'identity.text': Record<string, never>
  'identity.title': Record<string, never>
  'identity.undo.button': Record<string, never>
  'identity.undo.done': Record<string, never>
  'identity.undo.text': Record<string, never>
  'identity.undo.title': Record<string, never>
  'identity.unproven': Record<string, never>
  'identity.verify': Record<string, never>
  'identity.verify.button': Record<string, never>
  'identity.verify.done': Record<string, never>
  'identity.verify.title': Record<string, never>
  'identity.verify_sent': Record<string, never>
  'inquiry.about': Record<string, never>
  'inquiry.about_order': { number: string | number }
  'inquiry.answer': { field: string | number }
  'inquiry.choose': Record<string, never>
  'inquiry.feedback.content': Record<string, never>
  'inquiry.feedback.email': Record<string, never>
  'inquiry.feedback.email_help': Record<string, never>
  'inquiry.feedback.name': Record<string, never>
  'inquiry.feedback.summary': Record<string, never>
  'inquiry.feedback.title': Record<string, never>
  'inquiry.home': Record<string, never>
  'inquiry.mail.answer': { number: string | number }
  'inquiry.mail.answer_title': Record<string, never>
  'inquiry.mail.answered': { number: string | number }
  'inquiry.mail.ignore': Record<string, never>
  'inquiry.mail.number': { number: string | number }
  'inquiry.mail.picture': { n: number }
  'inquiry.mail.reply': Record<string, never>
  'inquiry.mail.subject': { form: string | number; number: string | number }
  'inquiry.mail.you_wrote': { date: string | number }
  'inquiry.optional': { field: string | number }
  'inquiry.phone': Record<string, never>
  'inquiry.pictures': Record<string, never>
  'inquiry.pictures.add': Record<string, never>
  'inquiry.pictures.failed': Record<string, never>
  'inquiry.pictures.full': { most: number }
  'inquiry.pictures.help': { most: number }
  'inquiry.pictures.keep': Record<string, never>
  'inquiry.pictures.picture': { n: number }
  'inquiry.pictures.remove': { n: number }
  'inquiry.pictures.retry': Record<string, never>
  'inquiry.pictures.sending': { count: number }
  'inquiry.pictures.sent': { count: number }
  'inquiry.required': { field: string | number }
  'inquiry.select': { field: string | number }
  'inquiry.send': Record<string, never>
  'inquiry.thanks.home': Record<string, never>
  'inquiry.thanks.text': Record<string, never>
  'inquiry.thanks.title': Record<string, never>
  'inquiry.trail': Record<string, never>
  'inquiry.website': Record<string, never>
  'limit.wait': { hours: number; minutes: number }
  'live.before': { from: string | number }
  'live.line': { from: string | number }
  'live.many': { count: string | number }
  'live.price': { title: string | number; to: string | number; from: string | number }
  'live.stock': { title: string | number }
  'mail_link.home': Record<string, never>
  'mail_link.stale.text': Record<string, never>
  'mail_link.stale.title': Record<string, never>
  'my_article.back': Record<string, never>
  'my_article.by': { author: string | number }
  'my_article.content_required': Record<string, never>
  'my_article.delete': Record<string, never>
  'my_article.delete_do': Record<string, never>
  'my_article.delete_of': { title: string | number }
  'my_article.delete_sure': Record<string, never>
  'my_article.deleted': Record<string, never>
  'my_article.edit': Record<string, never>
  'my_article.language': Record<string, never>
  'my_article.lead': Record<string, never>
  'my_article.list': Record<string, never>
  'my_article.mail.edit': Record<string, never>
  'my_article.mail.open': Record<string, never>
  'my_article.mail.published': { title: string | number }
  'my_article.mail.published_text': Record<string, never>
  'my_article.mail.refused': { title: string | number }
  'my_article.mail.refused_text': Record<string, never>
  'my_article.mail.why': { shop: string | number }
  'my_article.new': Record<string, never>
  'my_article.none': Record<string, never>
  'my_article.open': Record<string, never>
  'my_article.open_still': Record<string, never>
  'my_article.pages': Record<string, never>
  'my_article.reason': { reason: string | number }
  'my_article.save': Record<string, never>
  'my_article.saved': Record<string, never>
  'my_article.slug': Record<string, never>
  'my_article.slug_fixed': Record<string, never>
  'my_article.slug_help': Record<string, never>
  'my_article.slug_taken': Record<string, never>
  'my_article.state.draft': Record<string, never>
  'my_article.state.published': Record<string, never>
  'my_article.state.refused': Record<string, never>
  'my_article.state.submitted': Record<string, never>
  'my_article.state.withdrawn': Record<string, never>
  'my_article.state_text.draft': Record<string, never>
  'my_article.state_text.published': Record<string, never>
  'my_article.state_text.refused': Record<string, never>
  'my_article.state_text.submitted': Record<string, never>
  'my_article.state_text.withdrawn': Record<string, never>
  'my_article.still_shown': Record<string, never>
  'my_article.submit': Record<string, never>
  'my_article.submit_help': Record<string, never>
  'my_article.submitted': Record<string, never>
  'my_article.title': Record<string, never>
  'my_article.title_required': Record<string, never>
  'newsletter.confirm.button': Record<string, never>
  'newsletter.confirm.text': Record<string, never>
  'newsletter.confirm.title': Record<string, never>
  'newsletter.confirmed.text': Record<string, never>
  'newsletter.confirmed.title': Record<string, never>
  'newsletter.email': Record<string, never>
  'newsletter.mail.ignore': Record<string, never>
  'newsletter.mail.subject': { shop: string | number }
  'newsletter.mail.text': { shop: string | number }
  'newsletter.mail.title': Record<string, never>
  'newsletter.subscribe': Record<string, never>
  'newsletter.text': Record<string, never>
  'newsletter.thanks': Record<string, never>
  'newsletter.title': Record<string, never>
  'newsletter.unsubscribe.button': Record<string, never>
  'newsletter.unsubscribe.text': Record<string, never>
  'newsletter.unsubscribe.title': Record<string, never>
  'newsletter.unsubscribed.text': Record<string, never>
  'newsletter.unsubscribed.title': Record<string, never>
  'notification.always': { by: string | number }
  'notification.by_mail': Record<string, never>
  'notification.by_push': Record<string, never>
  'notification.event.account.security': Record<string, never>
  'notification.event.article.published': Record<string, never>
  'notification.event.article.refused': Record<string, never>
  'notification.event.back_in_stock': Record<string, never>
  'notification.event.comment.published': Record<string, never>
  'notification.event.comment.refused': Record<string, never>
  'notification.event.comment.replied': Record<string, never>
  'notification.event.inquiry.answered': Record<string, never>
  'notification.event.newsletter': Record<string, never>
  'notification.event.order.cancelled': Record<string, never>
  'notification.event.order.changed': Record<string, never>
  'notification.event.order.delivered': Record<string, never>
  'notification.event.order.paid': Record<string, never>
  'notification.event.order.placed': Record<string, never>
  'notification.event.order.refunded': Record<string, never>
  'notification.event.order.shipped': Record<string, never>
  'notification.event.price.drop': Record<string, never>
  'notification.event.question.answered': Record<string, never>
  'notification.event.question.ask': Record<string, never>
  'notification.event.return.applied': Record<string, never>
  'notification.event.return.approved': Record<string, never>
  'notification.event.return.completed': Record<string, never>
  'notification.event.return.ended': Record<string, never>
  'notification.event.return.received': Record<string, never>
  'notification.event.return.refused': Record<string, never>
  'notification.event.review.answered': Record<string, never>
  'notification.event.review.ask': Record<string, never>
  'notification.event.review.published': Record<string, never>
  'notification.event.review.refused': Record<string, never>
  'notification.group.account': Record<string, never>
  'notification.group.content': Record<string, never>
  'notification.group.inquiries': Record<string, never>
  'notification.group.offers': Record<string, never>
  'notification.group.orders': Record<string, never>
  'notification.group.returns': Record<string, never>
  'notification.group.reviews': Record<string, never>
  'notification.lead': Record<string, never>
  'notification.mail.stop': Record<string, never>
  'notification.needs_scripts': Record<string, never>
  'notification.push': Record<string, never>
  'notification.push_denied': Record<string, never>
  'notification.push_devices': { count: number }
  'notification.push_failed': Record<string, never>
  'notification.push_is_on': Record<string, never>
  'notification.push_off': Record<string, never>
  'notification.push_on': Record<string, never>
  'notification.push_text': Record<string, never>
  'notification.push_unsupported': Record<string, never>
  'notification.quiet': Record<string, never>
  'notification.quiet_from': Record<string, never>
  'notification.quiet_text': { zone: string | number }
  'notification.quiet_until': Record<string, never>
  'notification.save': Record<string, never>
  'notification.saved': Record<string, never>
  'notification.switch': { what: string | number; by: string | number }
  'notification.unsubscribe.all': Record<string, never>
  'notification.unsubscribe.button': Record<string, never>
  'notification.unsubscribe.choose': Record<string, never>
  'notification.unsubscribe.text': { shop: string | number; what: string | number }
  'notification.unsubscribe.title': Record<string, never>
  'notification.unsubscribed.all': Record<string, never>
  'notification.unsubscribed.text': { what: string | number }
  'notification.unsubscribed.title': Record<string, never>
  'oauth.back': Record<string, never>
  'oauth.event.linked': { provider: string | number }
  'oauth.event.unlinked': { provider: string | number }
  'oauth.link': { provider: string | number }
  'oauth.linked': Record<string, never>
  'oauth.linked_at': { moment: string | number }
  'oauth.linked_text': Record<string, never>
  'oauth.linked_title': Record<string, never>
  'oauth.mail.button': Record<string, never>
  'oauth.mail.linked_subject': { provider: string | number; shop: string | number }
  'oauth.mail.linked_text': { provider: string | number }
  'oauth.mail.linked_title': { provider: string | number }
  'oauth.mail.unlinked_subject': { provider: string | number; shop: string | number }
  'oauth.mail.unlinked_text': { provider: string | number }
  'oauth.mail.unlinked_title': { provider: string | number }
  'oauth.method': Record<string, never>
  'oauth.or': Record<string, never>
  'oauth.prove_text': { provider: string | number }
  'oauth.prove_title': Record<string, never>
  'oauth.unlink': Record<string, never>
  'oauth.unlink_label': { provider: string | number }
  'oauth.unlinked': Record<string, never>
  'oauth.used_at': { moment: string | number }
  'oauth.wechat': Record<string, never>
  'oauth.with': { provider: string | number }
  'offer.benefit.amount': { amount: string | number }
  'offer.benefit.buy_get': { buy: number; get: number; off: string | number }
  'offer.benefit.buy_get_free': { buy: number; get: number }
  'offer.benefit.fixed_price': { amount: string | number }
  'offer.benefit.free_shipping': Record<string, never>
  'offer.benefit.percent': { off: string | number }
  'offer.benefit.step': { quantity: number; off: string | number }
  'offer.condition.first_order': Record<string, never>
  'offer.condition.minimum_amount': { amount: string | number }
  'offer.condition.minimum_quantity': { quantity: number }
  'offer.from': { date: string | number }
  'offer.until': { date: string | number }
  'order.actions': Record<string, never>
  'order.address': Record<string, never>
  'order.address_change': Record<string, never>
  'order.address_change_text': Record<string, never>
  'order.address_changed': Record<string, never>
  'order.address_save': Record<string, never>
  'order.address_separator': Record<string, never>
  'order.arrives': { span: string | number }
  'order.ask': Record<string, never>
  'order.back_sent': { amount: string | number; date: string | number }
  'order.billing': Record<string, never>
  'order.billing_same': Record<string, never>
  'order.bought_again': Record<string, never>
  'order.buy_again': Record<string, never>
  'order.cancel': Record<string, never>
  'order.cancel_done': Record<string, never>
  'order.cancel_exchange': { amount: string | number }
  'order.cancel_or_withdraw': Record<string, never>
  'order.cancel_reason': Record<string, never>
  'order.cancel_request': Record<string, never>
  'order.cancel_request_text': Record<string, never>
  'order.cancel_request_yes': Record<string, never>
  'order.cancel_sure': Record<string, never>
  'order.cancel_text': Record<string, never>
  'order.cancel_withdraw': Record<string, never>
  'order.cancel_yes': Record<string, never>
  'order.cancelled_text': Record<string, never>
  'order.cancelled_title': Record<string, never>
  'order.change_method': Record<string, never>
  'order.change_method_button': Record<string, never>
  'order.close': Record<string, never>
  'order.confirm': Record<string, never>
  'order.confirm_text': Record<string, never>
  'order.confirmed': Record<string, never>
  'order.contact': Record<string, never>
  'order.deciding': Record<string, never>
  'order.deciding_look': Record<string, never>
  'order.deciding_title': Record<string, never>
  'order.delivery.delivered': Record<string, never>
  'order.delivery.partly_shipped': Record<string, never>
  'order.delivery.shipped': Record<string, never>
  'order.delivery.unshipped': Record<string, never>
  'order.description': Record<string, never>
  'order.details': Record<string, never>
  'order.due': { amount: string | number }
  'order.due_text': Record<string, never>
  'order.each': { price: string | number }
  'order.exchanged_back': { amount: string | number }
  'order.failed_title': Record<string, never>
  'order.history': Record<string, never>
  'order.hold': { moment: string | number }
  'order.hold_exchange': { moment: string | number; amount: string | number }
  'order.hold_extend': Record<string, never>
  'order.hold_extended': Record<string, never>
  'order.hold_over': Record<string, never>
  'order.hold_until': { moment: string | number }
  'order.instructions': Record<string, never>
  'order.label.from': Record<string, never>
  'order.label.not_postage': Record<string, never>
  'order.label.phone': { phone: string | number }
  'order.label.to': Record<string, never>
  'order.line_shipped': { shipped: string | number; count: string | number }
  'order.line_withdrawn': { count: number }
  'order.lines': Record<string, never>
  'order.list.all': Record<string, never>
  'order.list.back': Record<string, never>
  'order.list.buy_again': { number: string | number }
  'order.list.empty': Record<string, never>
  'order.list.empty_text': Record<string, never>
  'order.list.filters': Record<string, never>
  'order.list.found': { count: number; q: string | number }
  'order.list.more_lines': { count: number }
  'order.list.none_found': { q: string | number }
  'order.list.none_here': Record<string, never>
  'order.list.pages': Record<string, never>
  'order.list.pay': { number: string | number }
  'order.list.search': Record<string, never>
  'order.list.search_button': Record<string, never>
  'order.list.show_all': Record<string, never>
  'order.list.title': Record<string, never>
  'order.list.to_payment': Record<string, never>
  'order.list.to_shop': Record<string, never>
  'order.list.total': { amount: string | number }
  'order.list.units': { count: number }
  'order.list.unpaid': Record<string, never>
  'order.lookup.email': Record<string, never>
  'order.lookup.number': Record<string, never>
  'order.lookup.number_help': Record<string, never>
  'order.lookup.send': Record<string, never>
  'order.lookup.sent': Record<string, never>
  'order.lookup.stale': Record<string, never>
  'order.lookup.text': Record<string, never>
  'order.lookup.title': Record<string, never>
  'order.mail.address.not_you': Record<string, never>
  'order.mail.address.subject': { number: string | number }
  'order.mail.address.title': Record<string, never>
  'order.mail.adjusted.due': Record<string, never>
  'order.mail.adjusted.line': Record<string, never>
  'order.mail.adjusted.subject': { amount: string | number; number: string | number }
  'order.mail.adjusted.title': { amount: string | number }
  'order.mail.approved.text': Record<string, never>
  'order.mail.back.before': Record<string, never>
  'order.mail.back.by_hand': { amount: string | number }
  'order.mail.back.credit': { amount: string | number }
  'order.mail.back.credit_closed': { amount: string | number }
  'order.mail.back.credit_kept': { amount: string | number }
  'order.mail.back.text': { amount: string | number }
  'order.mail.cancelled.again': Record<string, never>
  'order.mail.cancelled.by_shop': Record<string, never>
  'order.mail.cancelled.came_back': Record<string, never>
  'order.mail.cancelled.exchange': Record<string, never>
  'order.mail.cancelled.nothing': Record<string, never>
  'order.mail.cancelled.reason': { reason: string | number }
  'order.mail.cancelled.subject': { number: string | number }
  'order.mail.cancelled.title': Record<string, never>
  'order.mail.choice': { title: string | number; choice: string | number }
  'order.mail.delivered.next': { date: string | number }
  'order.mail.delivered.subject': { number: string | number }
  'order.mail.delivered.text': Record<string, never>
  'order.mail.delivered.title': Record<string, never>
  'order.mail.due.text': { amount: string | number }
  'order.mail.due.then': Record<string, never>
  'order.mail.due_reminded.subject': { number: string | number; amount: string | number }
  'order.mail.due_reminded.title': { amount: string | number }
  'order.mail.edited.set_off': { amount: string | number }
  'order.mail.edited.subject': { number: string | number }
  'order.mail.edited.text': Record<string, never>
  'order.mail.edited.title': Record<string, never>
  'order.mail.expected': { span: string | number }
  'order.mail.expired.title': Record<string, never>
  'order.mail.hello_number': Record<string, never>
  'order.mail.late.subject': { number: string | number }
  'order.mail.late.text': Record<string, never>
  'order.mail.late.title': { amount: string | number }
  'order.mail.lookup.subject': { number: string | number }
  'order.mail.lookup.text': Record<string, never>
  'order.mail.lookup.title': Record<string, never>
  'order.mail.method.subject': { number: string | number }
  'order.mail.method.title': Record<string, never>
  'order.mail.on_its_way': Record<string, never>
  'order.mail.open': Record<string, never>
  'order.mail.paid.sent': Record<string, never>
  'order.mail.paid.subject': { number: string | number }
  'order.mail.paid.text': Record<string, never>
  'order.mail.paid.title': { amount: string | number }
  'order.mail.pay': Record<string, never>
  'order.mail.placed.cod': { amount: string | number }
  'order.mail.placed.paid': Record<string, never>
  'order.mail.placed.subject': { number: string | number }
  'order.mail.placed.then': Record<string, never>
  'order.mail.placed.then_exchange': { amount: string | number }
  'order.mail.placed.title': Record<string, never>
  'order.mail.placed.transfer': { amount: string | number; moment: string | number }
  'order.mail.placed.transfer_open': { amount: string | number }
  'order.mail.placed.unpaid': { moment: string | number }
  'order.mail.refunded.partly_refunded': Record<string, never>
  'order.mail.refunded.refunded': Record<string, never>
  'order.mail.refunded.sent': { date: string | number }
  'order.mail.refunded.sent_title': { amount: string | number }
  'order.mail.refunded.subject': { amount: string | number; number: string | number }
  'order.mail.refunded.text': Record<string, never>
  'order.mail.refunded.title': { amount: string | number }
  'order.mail.refused.next': Record<string, never>
  'order.mail.refused.subject': { number: string | number }
  'order.mail.refused.title': Record<string, never>
  'order.mail.requested.subject': { number: string | number }
  'order.mail.requested.text': Record<string, never>
  'order.mail.requested.title': Record<string, never>
  'order.mail.shipped.carrier': Record<string, never>
  'order.mail.shipped.contents': Record<string, never>
  'order.mail.shipped.number': Record<string, never>
  'order.mail.shipped.rest': Record<string, never>
  'order.mail.shipped.subject': { number: string | number }
  'order.mail.shipped.title': Record<string, never>
  'order.mail.shipped.track': Record<string, never>
  'order.mail.shop.address_subject': { number: string | number }
  'order.mail.shop.address_title': Record<string, never>
  'order.mail.shop.cancel_subject': { number: string | number }
  'order.mail.shop.cancel_title': Record<string, never>
  'order.mail.shop.decide': { number: string | number }
  'order.mail.shop.due_subject': { number: string | number; amount: string | number }
  'order.mail.shop.due_text': { number: string | number }
  'order.mail.shop.due_title': Record<string, never>
  'order.mail.shop.send_back': { amount: string | number; id: string | number }
  'order.mail.shop.subject': { number: string | number; total: string | number }
  'order.mail.shop.title': Record<string, never>
  'order.mail.shop.withdrawn': Record<string, never>
  'order.mail.shop.withdrawn_subject': { number: string | number }
  'order.mail.shop.withdrawn_title': Record<string, never>
  'order.mail.unshipped.subject': { number: string | number }
  'order.mail.unshipped.text': Record<string, never>
  'order.mail.unshipped.title': Record<string, never>
  'order.mail.why': { shop: string | number }
  'order.moment.address_changed': Record<string, never>
  'order.moment.adjusted': { amount: string | number; reason: string | number }
  'order.moment.arrives': Record<string, never>
  'order.moment.cancellation_approved': Record<string, never>
  'order.moment.cancellation_refused': { reason: string | number }
  'order.moment.cancellation_requested': Record<string, never>
  'order.moment.cancellation_withdrawn': Record<string, never>
  'order.moment.cancelled': Record<string, never>
  'order.moment.completed': Record<string, never>
  'order.moment.confirmed': Record<string, never>
  'order.moment.delivered': Record<string, never>
  'order.moment.due_reminded': Record<string, never>
  'order.moment.edited': { changes: string | number }
  'order.moment.edited_price': { before: string | number; after: string | number }
  'order.moment.expired': Record<string, never>
  'order.moment.hold_extended': Record<string, never>
  'order.moment.method_changed': Record<string, never>
  'order.moment.paid': Record<string, never>
  'order.moment.paid_late': { amount: string | number }
  'order.moment.payment_failed': Record<string, never>
  'order.moment.placed': Record<string, never>
  'order.moment.refunded': { amount: string | number }
  'order.moment.return_applied': { number: string | number }
  'order.moment.return_completed': { number: string | number }
  'order.moment.return_ended': { number: string | number }
  'order.moment.shipped': { carrier: string | number; number: string | number }
  'order.moment.unshipped': { carrier: string | number }
  'order.note': Record<string, never>
  'order.packing.done': Record<string, never>
  'order.packing.each': Record<string, never>
  'order.packing.item': Record<string, never>
  'order.packing.note': Record<string, never>
  'order.packing.pack': Record<string, never>
  'order.packing.rest': Record<string, never>
  'order.packing.sku': Record<string, never>
  'order.packing.title': Record<string, never>
  'order.packing.to': Record<string, never>
  'order.packing.units': { count: number }
  'order.parcel_arrived': { date: string | number }
  'order.parcel_sent': { date: string | number }
  'order.parcels': Record<string, never>
  'order.pay.not_charged': Record<string, never>
  'order.pay.on_delivery': Record<string, never>
  'order.pay.paid': Record<string, never>
  'order.pay.unpaid': Record<string, never>
  'order.pay_again': Record<string, never>
  'order.pay_now': Record<string, never>
  'order.pay_title': { amount: string | number }
  'order.pay_title_cod': { amount: string | number }
  'order.payment': Record<string, never>
  'order.payment_none': Record<string, never>
  'order.pending_text': Record<string, never>
  'order.pending_title': Record<string, never>
  'order.phone': Record<string, never>
  'order.placed_on': { date: string | number }
  'order.promise.broken': { day: string | number; date: string | number }
  'order.promise.by': { date: string | number }
  'order.promise.kept': { day: string | number; date: string | number }
  'order.promise.late': { date: string | number; span: string | number }
  'order.promise.may_be_late': { date: string | number; span: string | number }
  'order.promise.overdue': { date: string | number }
  'order.quantity': { count: string | number }
  'order.receipt': Record<string, never>
  'order.receipt.adjusted': { date: string | number }
  'order.receipt.adjusted_line': { label: string | number; title: string | number }
  'order.receipt.adjusted_tax': Record<string, never>
  'order.receipt.amount': Record<string, never>
  'order.receipt.item': Record<string, never>
  'order.receipt.number': { number: string | number }
  'order.receipt.page': { page: string | number; pages: string | number }
  'order.receipt.paid': { date: string | number; method: string | number }
  'order.receipt.placed': { date: string | number }
  'order.receipt.price': Record<string, never>
  'order.receipt.quantity': Record<string, never>
  'order.receipt.tax_number': { number: string | number }
  'order.receipt.title': Record<string, never>
  'order.refund.credited': Record<string, never>
  'order.refund.nothing_more': Record<string, never>
  'order.refund.partly_credited': Record<string, never>
  'order.refund.partly_refunded': Record<string, never>
  'order.refund.pending': Record<string, never>
  'order.refund.refunded': Record<string, never>
  'order.separator': Record<string, never>
  'order.shipping': Record<string, never>
  'order.status.cancelled': Record<string, never>
  'order.status.completed': Record<string, never>
  'order.status.in_progress': Record<string, never>
  'order.status.pending_cancellation': Record<string, never>
  'order.step.delivered': Record<string, never>
  'order.step.done': Record<string, never>
  'order.step.paid': Record<string, never>
  'order.step.placed': Record<string, never>
  'order.step.shipped': Record<string, never>
  'order.steps': Record<string, never>
  'order.sum.adjusted': Record<string, never>
  'order.sum.coupon': { code: string | number }
  'order.sum.credit': Record<string, never>
  'order.sum.discount': Record<string, never>
  'order.sum.due': Record<string, never>
  'order.sum.exchanged': Record<string, never>
  'order.sum.fee': Record<string, never>
  'order.sum.free': Record<string, never>
  'order.sum.paid': Record<string, never>
  'order.sum.refund_pending': Record<string, never>
  'order.sum.refunded': Record<string, never>
  'order.sum.shipping': { method: string | number }
  'order.sum.subtotal': Record<string, never>
  'order.sum.tax': { rate: string | number }
  'order.sum.tax_included': { rate: string | number }
  'order.sum.tier': Record<string, never>
  'order.sum.to_pay': Record<string, never>
  'order.sum.total': Record<string, never>
  'order.sums': Record<string, never>
  'order.tax_number': Record<string, never>
  'order.tax_number_add': Record<string, never>
  'order.tax_number_edit': Record<string, never>
  'order.tax_number_help': Record<string, never>
  'order.tax_number_save': Record<string, never>
  'order.tax_number_set': Record<string, never>
  'order.title': { number: string | number }
  'order.track': { number: string | number }
  'order.tracking_number': { number: string | number }
  'order.units': { title: string | number; count: string | number }
  'order.unknown_text': Record<string, never>
  'order.unknown_title': Record<string, never>
  'order.withdraw': Record<string, never>
  'order.withdrawn': Record<string, never>
  'page.all': Record<string, never>
  'page.breadcrumbs': Record<string, never>
  'page.home': Record<string, never>
  'page.others': Record<string, never>
  'passkey.add': Record<string, never>
  'passkey.added': Record<string, never>
  'passkey.backed_up': Record<string, never>
  'passkey.created': { moment: string | number }
  'passkey.delete': Record<string, never>
  'passkey.delete_label': { name: string | number }
  'passkey.delete_sure': Record<string, never>
  'passkey.deleted': Record<string, never>
  'passkey.exists': Record<string, never>
  'passkey.in_manager': { manager: string | number }
  'passkey.mail.passkey_added_subject': { shop: string | number }
  'passkey.mail.passkey_added_text': { name: string | number }
  'passkey.mail.passkey_added_title': Record<string, never>
  'passkey.mail.passkey_deleted_subject': { shop: string | number }
  'passkey.mail.passkey_deleted_text': { name: string | number }
  'passkey.mail.passkey_deleted_title': Record<string, never>
  'passkey.mail.see': Record<string, never>
  'passkey.name': Record<string, never>
  'passkey.needs_scripts': Record<string, never>
  'passkey.none': Record<string, never>
  'passkey.not_made': Record<string, never>
  'passkey.not_used': Record<string, never>
  'passkey.rename': Record<string, never>
  'passkey.rename_label': { name: string | number }
  'passkey.renamed': Record<string, never>
  'passkey.save': Record<string, never>
  'passkey.sign_in': Record<string, never>
  'passkey.sign_in_needs_scripts': Record<string, never>
  'passkey.text': Record<string, never>
  'passkey.this_device': Record<string, never>
  'passkey.title': Record<string, never>
  'passkey.unnamed': Record<string, never>
  'passkey.unsupported': Record<string, never>
  'passkey.unused': Record<string, never>
  'passkey.used': { moment: string | number }
  'payments.bank.amount': Record<string, never>
  'payments.bank.approve': Record<string, never>
  'payments.bank.back': Record<string, never>
  'payments.bank.close': Record<string, never>
  'payments.bank.close.note': Record<string, never>
  'payments.bank.decline': Record<string, never>
  'payments.bank.later': Record<string, never>
  'payments.bank.later.note': Record<string, never>
  'payments.bank.manners': Record<string, never>
  'payments.bank.name': Record<string, never>
  'payments.bank.over': Record<string, never>
  'payments.bank.over.cancelled': Record<string, never>
  'payments.bank.over.captured': Record<string, never>
  'payments.bank.over.declined': Record<string, never>
  'payments.bank.over.waiting': Record<string, never>
  'payments.bank.pretend': Record<string, never>
  'payments.bank.question': Record<string, never>
  'payments.bank.reference': Record<string, never>
  'payments.bank.second': Record<string, never>
  'payments.bank.second.note': Record<string, never>
  'payments.bank.silent': Record<string, never>
  'payments.bank.silent.note': Record<string, never>
  'payments.bank.step.back': Record<string, never>
  'payments.bank.step.no': Record<string, never>
  'payments.bank.step.text': Record<string, never>
  'payments.bank.step.title': Record<string, never>
  'payments.bank.step.yes': Record<string, never>
  'payments.bank.title': Record<string, never>
  'payments.bank.twice': Record<string, never>
  'payments.bank.twice.note': Record<string, never>
  'payments.unavailable.again': Record<string, never>
  'payments.unavailable.order': Record<string, never>
  'payments.unavailable.text': Record<string, never>
  'payments.unavailable.title': Record<string, never>
  'problem.account_format': Record<string, never>
  'problem.account_required': Record<string, never>
  'problem.account_taken': Record<string, never>
  'problem.account_unchanged': Record<string, never>
  'problem.address_incomplete': Record<string, never>
  'problem.already_packed': Record<string, never>
  'problem.answer_exists': Record<string, never>
  'problem.article_changed': Record<string, never>
  'problem.articles_closed': Record<string, never>
  'problem.avatar_required': Record<string, never>
  'problem.below_minimum_order': { minimum: string | number; missing: string | number }
  'problem.birthday_impossible': Record<string, never>
  'problem.body_too_large': Record<string, never>
  'problem.card_declined': Record<string, never>
  'problem.cart_empty': Record<string, never>
  'problem.cart_full': Record<string, never>
  'problem.checkout_done': Record<string, never>
  'problem.checkout_incomplete': Record<string, never>
  'problem.checkout_out_of_stock': Record<string, never>
  'problem.code_over': Record<string, never>
  'problem.code_required': Record<string, never>
  'problem.code_wanted': Record<string, never>
  'problem.comments_closed': Record<string, never>
  'problem.confirmation_differs': Record<string, never>
  'problem.costs_differently': Record<string, never>
  'problem.coupon_expired': Record<string, never>
  'problem.coupon_first_order_only': Record<string, never>
  'problem.coupon_minimum_amount': { missing: string | number }
  'problem.coupon_minimum_quantity': { missing: number }
  'problem.coupon_no_effect': Record<string, never>
  'problem.coupon_not_in_currency': Record<string, never>
  'problem.coupon_not_with_others': Record<string, never>
  'problem.coupon_nothing_eligible': Record<string, never>
  'problem.coupon_used_by_you': Record<string, never>
  'problem.coupon_used_up': Record<string, never>
  'problem.credit_changed': Record<string, never>
  'problem.credit_left': Record<string, never>
  'problem.credit_needs_account': Record<string, never>
  'problem.damaged_picture': Record<string, never>
  'problem.difference_due': Record<string, never>
  'problem.exchange_wanted': Record<string, never>
  'problem.factor_in_use': Record<string, never>
  'problem.favorites_empty': Record<string, never>
  'problem.favorites_full': { limit: number }
  'problem.foreign_origin': Record<string, never>
  'problem.gone': Record<string, never>
  'problem.goods_wanted_back': Record<string, never>
  'problem.idempotency_in_progress': Record<string, never>
  'problem.idempotency_key_reused': Record<string, never>
  'problem.invalid_email': Record<string, never>
  'problem.invalid_input': Record<string, never>
  'problem.invalid_tax_number': Record<string, never>
  'problem.last_identity': Record<string, never>
  'problem.last_way_in': Record<string, never>
  'problem.name_required': Record<string, never>
  'problem.no_credit': Record<string, never>
  'problem.no_factor': Record<string, never>
  'problem.not_a_buyer': Record<string, never>
  'problem.not_a_picture': Record<string, never>
  'problem.not_arrived': Record<string, never>
  'problem.not_enough_stock': { left: number }
  'problem.not_found': Record<string, never>
  'problem.not_now': Record<string, never>
  'problem.oauth_cancelled': Record<string, never>
  'problem.oauth_over': Record<string, never>
  'problem.oauth_proof_wanted': Record<string, never>
  'problem.oauth_refused': Record<string, never>
  'problem.oauth_taken': Record<string, never>
  'problem.oauth_unavailable': Record<string, never>
  'problem.order_not_payable': Record<string, never>
  'problem.out_of_stock': Record<string, never>
  'problem.passkey_over': Record<string, never>
  'problem.passkey_refused': Record<string, never>
  'problem.password_breached': Record<string, never>
  'problem.password_required': Record<string, never>
  'problem.password_too_short': { least: number }
  'problem.payment_cancelled': Record<string, never>
  'problem.payment_deciding': Record<string, never>
  'problem.payment_unavailable': Record<string, never>
  'problem.picture_required': Record<string, never>
  'problem.picture_too_large': Record<string, never>
  'problem.proof_required': Record<string, never>
  'problem.qr_over': Record<string, never>
  'problem.quantity_limit': { limit: number }
  'problem.quantity_minimum': { minimum: number }
  'problem.quantity_step': { step: number }
  'problem.quiet_hours_unclear': Record<string, never>
  'problem.refund_changed': Record<string, never>
  'problem.return_empty': Record<string, never>
  'problem.return_impossible': Record<string, never>
  'problem.return_not_now': Record<string, never>
  'problem.return_too_many': { left: number }
  'problem.review_edited': Record<string, never>
  'problem.review_exists': Record<string, never>
  'problem.second_factor_wanted': Record<string, never>
  'problem.session_renewed': Record<string, never>
  'problem.shipping_unavailable': Record<string, never>
  'problem.sign_in_over': Record<string, never>
  'problem.sign_in_required': Record<string, never>
  'problem.signed_out_elsewhere': Record<string, never>
  'problem.slow_request': Record<string, never>
  'problem.sms_unavailable': Record<string, never>
  'problem.stale_link': Record<string, never>
  'problem.terms_not_accepted': Record<string, never>
  'problem.too_many_addresses': Record<string, never>
  'problem.too_many_articles': Record<string, never>
  'problem.too_many_at_once': { most: number; title: string | number }
  'problem.too_many_codes': Record<string, never>
  'problem.too_many_orders': Record<string, never>
  'problem.too_many_passkeys': Record<string, never>
  'problem.too_many_pictures': { most: number }
  'problem.too_many_pixels': Record<string, never>
  'problem.too_many_requests': Record<string, never>
  'problem.too_many_tries': Record<string, never>
  'problem.too_many_unpaid': { most: number; title: string | number }
  'problem.too_slow': Record<string, never>
  'problem.total_changed': Record<string, never>
  'problem.unavailable': Record<string, never>
  'problem.unexpected': Record<string, never>
  'problem.unknown_address': Record<string, never>
  'problem.unknown_article': Record<string, never>
  'problem.unknown_call': Record<string, never>
  'problem.unknown_checkout': Record<string, never>
  'problem.unknown_comment': Record<string, never>
  'problem.unknown_coupon': Record<string, never>
  'problem.unknown_currency': Record<string, never>
  'problem.unknown_event': Record<string, never>
  'problem.unknown_form': Record<string, never>
  'problem.unknown_host': Record<string, never>
  'problem.unknown_line': Record<string, never>
  'problem.unknown_linked_account': Record<string, never>
  'problem.unknown_order': Record<string, never>
  'problem.unknown_order_line': Record<string, never>
  'problem.unknown_passkey': Record<string, never>
  'problem.unknown_payment_method': Record<string, never>
  'problem.unknown_picture': Record<string, never>
  'problem.unknown_product': Record<string, never>
  'problem.unknown_provider': Record<string, never>
  'problem.unknown_push_service': Record<string, never>
  'problem.unknown_question': Record<string, never>
  'problem.unknown_return': Record<string, never>
  'problem.unknown_return_line': Record<string, never>
  'problem.unknown_review': Record<string, never>
  'problem.unknown_session': Record<string, never>
  'problem.unknown_sku': Record<string, never>
  'problem.unreadable_body': Record<string, never>
  'problem.unsupported_body': Record<string, never>
  'problem.verification_failed': Record<string, never>
  'problem.verification_required': Record<string, never>
  'problem.withdraw_whole': Record<string, never>
  'problem.withdrawal_over': Record<string, never>
  'problem.wrong_code': Record<string, never>
  'problem.wrong_credentials': Record<string, never>
  'product.add': Record<string, never>
  'product.added': Record<string, never>
  'product.alert.done': Record<string, never>
  'product.alert.email': Record<string, never>
  'product.alert.price': Record<string, never>
  'product.alert.send': Record<string, never>
  'product.alert.stock': Record<string, never>
  'product.all_in_cart': { left: number }
  'product.arrives': { span: string | number }
  'product.arrives_in_stock': { span: string | number }
  'product.arrives_others': Record<string, never>
  'product.between': Record<string, never>
  'product.chosen': { option: string | number; value: string | number }
  'product.close': Record<string, never>
  'product.delivery': Record<string, never>
  'product.description': Record<string, never>
  'product.details': Record<string, never>
  'product.enlarge': Record<string, never>
  'product.fewer': Record<string, never>
  'product.home': Record<string, never>
  'product.in_stock': Record<string, never>
  'product.limit': { limit: string | number }
  'product.low': { left: number }
  'product.lowest': { price: string | number }
  'product.more': Record<string, never>
  'product.next': Record<string, never>
  'product.picture': { n: string | number; count: string | number }
  'product.pictures': { title: string | number }
  'product.previous': Record<string, never>
  'product.quantity': Record<string, never>
  'product.rating': { average: string | number; count: number }
  'product.related': Record<string, never>
  'product.share': Record<string, never>
  'product.share_copied': Record<string, never>
  'product.size_guide': Record<string, never>
  'product.sold_out': Record<string, never>
  'product.some_in_cart': { left: number; inCart: number }
  'product.tags': Record<string, never>
  'product.tier_each': { price: string | number }
  'product.tier_from': { from: number }
  'product.tiers': Record<string, never>
  'product.to_order': Record<string, never>
  'product.together': Record<string, never>
  'product.together_add': { count: number }
  'product.together_sum': { price: string | number }
  'product.trail': Record<string, never>
  'product.unit.piece': { count: number }
  'product.unit_price': { price: string | number; measure: string | number }
  'product.value_elsewhere': { value: string | number }
  'product.value_sold_out': { value: string | number }
  'product.videos': Record<string, never>
  'product.was': Record<string, never>
  'product.zoom_in': Record<string, never>
  'product.zoom_out': Record<string, never>
  'promotion.breadcrumbs': Record<string, never>
  'promotion.countdown_deadline': { moment: string | number }
  'promotion.coupons': Record<string, never>
  'promotion.ended': Record<string, never>
  'promotion.everything': Record<string, never>
  'promotion.goes_with': Record<string, never>
  'promotion.home': Record<string, never>
  'promotion.kicker': Record<string, never>
  'promotion.list.description': { shop: string | number }
  'promotion.list.empty': Record<string, never>
  'promotion.list.empty_title': Record<string, never>
  'promotion.list.title': Record<string, never>
  'promotion.not_yet': Record<string, never>
  'promotion.to_shop': Record<string, never>
  'qr.accept': Record<string, never>
  'qr.account': Record<string, never>
  'qr.alt': Record<string, never>
  'qr.ask': Record<string, never>
  'qr.begin': Record<string, never>
  'qr.browser': Record<string, never>
  'qr.browser_unknown': Record<string, never>
  'qr.confirmed.text': Record<string, never>
  'qr.confirmed.title': Record<string, never>
  'qr.done': Record<string, never>
  'qr.expired': Record<string, never>
  'qr.far': { ip: string | number }
  'qr.loading': Record<string, never>
  'qr.near': { ip: string | number }
  'qr.no_scripts': Record<string, never>
  'qr.over.text': Record<string, never>
  'qr.over.title': Record<string, never>
  'qr.place': Record<string, never>
  'qr.refresh': Record<string, never>
  'qr.refuse': Record<string, never>
  'qr.refused.text': Record<string, never>
  'qr.refused.title': Record<string, never>
  'qr.scan': Record<string, never>
  'qr.scanned': Record<string, never>
  'qr.security': Record<string, never>
  'qr.time': Record<string, never>
  'qr.title': Record<string, never>
  'qr.warning': Record<string, never>
  'qr.was_refused': Record<string, never>
  'question.about': { product: string | number }
  'question.answer': Record<string, never>
  'question.answer.who': Record<string, never>
  'question.answered': Record<string, never>
  'question.answered_shown': Record<string, never>
  'question.ask': Record<string, never>
  'question.by': { author: string | number }
  'question.by_buyer': { author: string | number }
  'question.by_merchant': { shop: string | number }
  'question.form.answer': Record<string, never>
  'question.form.answer_missing': Record<string, never>
  'question.form.content': Record<string, never>
  'question.form.content_missing': Record<string, never>
  'question.form.email': Record<string, never>
  'question.form.email_help': Record<string, never>
  'question.form.lead': Record<string, never>
  'question.form.name': Record<string, never>
  'question.form.name_help': Record<string, never>
  'question.form.send': Record<string, never>
  'question.form.send_answer': Record<string, never>
  'question.form.title': { product: string | number }
  'question.form.website': Record<string, never>
  'question.home': Record<string, never>
  'question.mail.asked': Record<string, never>
  'question.mail.open': Record<string, never>
  'question.mail.subject': { shop: string | number }
  'question.mail.title': Record<string, never>
  'question.mail.why': { shop: string | number }
  'question.no_answer': Record<string, never>
  'question.none': Record<string, never>
  'question.one': Record<string, never>
  'question.page': { page: number }
  'question.pages': Record<string, never>
  'question.sent': Record<string, never>
  'question.sent_shown': Record<string, never>
  'question.title': Record<string, never>
  'question.trail': Record<string, never>
  'recent.clear': Record<string, never>
  'recent.cleared': Record<string, never>
  'recent.title': Record<string, never>
  'return.address': Record<string, never>
  'return.address_text': Record<string, never>
  'return.applied': Record<string, never>
  'return.applied_on': { date: string | number }
  'return.apply.back': Record<string, never>
  'return.apply.meta': Record<string, never>
  'return.apply.none_text': Record<string, never>
  'return.apply.none_title': Record<string, never>
  'return.apply.order': { number: string | number; date: string | number }
  'return.apply.problem_title': Record<string, never>
  'return.apply.shown': { outcome: string | number }
  'return.apply.title': Record<string, never>
  'return.apply.until': { date: string | number }
  'return.apply.withdraw_fee': Record<string, never>
  'return.apply.withdraw_link': { date: string | number }
  'return.apply.withdraw_link_open': Record<string, never>
  'return.apply_description': Record<string, never>
  'return.apply_type': Record<string, never>
  'return.approved_of': { approved: number; count: number }
  'return.audit.audit_failed': Record<string, never>
  'return.audit.audit_successful': Record<string, never>
  'return.audit.pending_approval': Record<string, never>
  'return.audit_status': Record<string, never>
  'return.bonus': Record<string, never>
  'return.by_hand': Record<string, never>
  'return.cancel': Record<string, never>
  'return.cancel_done': Record<string, never>
  'return.cancel_sure': Record<string, never>
  'return.cancel_text': Record<string, never>
  'return.cancel_yes': Record<string, never>
  'return.close': Record<string, never>
  'return.company': Record<string, never>
  'return.consignee': Record<string, never>
  'return.copied': Record<string, never>
  'return.copy': Record<string, never>
  'return.deducted': { amount: string | number; reason: string | number }
  'return.delivery_time': Record<string, never>
  'return.description_meta': Record<string, never>
  'return.detail_title': { number: string | number }
  'return.detailed_address': Record<string, never>
  'return.details': Record<string, never>
  'return.draft_saved': Record<string, never>
  'return.empty': Record<string, never>
  'return.empty_filter': Record<string, never>
  'return.empty_text': Record<string, never>
  'return.errors': Record<string, never>
  'return.event.addressed': Record<string, never>
  'return.event.applied': Record<string, never>
  'return.event.approved': Record<string, never>
  'return.event.approved_part': Record<string, never>
  'return.event.approved_part_why': { reason: string | number }
  'return.event.cancelled': Record<string, never>
  'return.event.cancelled_reason': { reason: string | number }
  'return.event.cancelled_shop': Record<string, never>
  'return.event.completed': { amount: string | number }
  'return.event.completed_credit': { amount: string | number }
  'return.event.exchanged': { number: string | number }
  'return.event.expired': Record<string, never>
  'return.event.paid_out': { amount: string | number }
  'return.event.received': Record<string, never>
  'return.event.recounted': Record<string, never>
  'return.event.refused': { reason: string | number }
  'return.event.reminded': Record<string, never>
  'return.event.sent': { company: string | number; number: string | number }
  'return.event.settled': { amount: string | number }
  'return.event.unheld': Record<string, never>
  'return.event.withdrawn': Record<string, never>
  'return.exchange': Record<string, never>
  'return.exchange_order': { number: string | number }
  'return.exchange_pay': { amount: string | number }
  'return.filter': Record<string, never>
  'return.filter.all': Record<string, never>
  'return.form.account': Record<string, never>
  'return.form.account_note': Record<string, never>
  'return.form.bonus': Record<string, never>
  'return.form.choose_line': Record<string, never>
  'return.form.choose_line_problem': Record<string, never>
  'return.form.claim': Record<string, never>
  'return.form.credit': Record<string, never>
  'return.form.description': Record<string, never>
  'return.form.description_claim': Record<string, never>
  'return.form.description_claim_help': Record<string, never>
  'return.form.description_help': Record<string, never>
  'return.form.each': { price: string | number; count: number }
  'return.form.exchange_choose': Record<string, never>
  'return.form.exchange_difference': { choice: string | number; difference: string | number }
  'return.form.exchange_for': Record<string, never>
  'return.form.exchange_none': Record<string, never>
  'return.form.exchange_sold_out': { choice: string | number }
  'return.form.fewer': { title: string | number }
  'return.form.line': { title: string | number; count: number }
  'return.form.lines': Record<string, never>
  'return.form.lines_problem': Record<string, never>
  'return.form.more': { title: string | number }
  'return.form.most': { count: number }
  'return.form.of': { count: number }
  'return.form.original': Record<string, never>
  'return.form.own': Record<string, never>
  'return.form.own_label': { fee: string | number }
  'return.form.preview': Record<string, never>
  'return.form.preview_exchange': Record<string, never>
  'return.form.preview_wait': Record<string, never>
  'return.form.quantity_of': { title: string | number }
  'return.form.quantity_problem': { title: string | number }
  'return.form.reason': Record<string, never>
  'return.form.reason_choose': Record<string, never>
  'return.form.reasons_claim': Record<string, never>
  'return.form.reasons_own': Record<string, never>
  'return.form.refund_to': Record<string, never>
  'return.form.save': Record<string, never>
  'return.form.saved': Record<string, never>
  'return.form.send': Record<string, never>
  'return.form.show': Record<string, never>
  'return.form.to_credit': Record<string, never>
  'return.form.to_payment': Record<string, never>
  'return.form.type': Record<string, never>
  'return.form.type.exchange': Record<string, never>
  'return.form.type.refund_only': Record<string, never>
  'return.form.type.return_and_refund': Record<string, never>
  'return.history': Record<string, never>
  'return.label': { fee: string | number }
  'return.lead': Record<string, never>
  'return.lines': Record<string, never>
  'return.links': Record<string, never>
  'return.links.apply': Record<string, never>
  'return.links.problem': Record<string, never>
  'return.links.until': { date: string | number }
  'return.links.withdraw': Record<string, never>
  'return.links.withdraw_until': { date: string | number }
  'return.mail.addressed.subject': { number: string | number }
  'return.mail.addressed.title': Record<string, never>
  'return.mail.applied.subject': { number: string | number }
  'return.mail.applied.title': Record<string, never>
  'return.mail.approved.part': Record<string, never>
  'return.mail.approved.subject': { number: string | number }
  'return.mail.approved.title': Record<string, never>
  'return.mail.cancelled.subject': { number: string | number }
  'return.mail.cancelled.title': Record<string, never>
  'return.mail.completed.bonus': { amount: string | number }
  'return.mail.completed.later': { amount: string | number }
  'return.mail.completed.subject': { number: string | number }
  'return.mail.completed.title': Record<string, never>
  'return.mail.expired.subject': { number: string | number }
  'return.mail.expired.title': Record<string, never>
  'return.mail.open': Record<string, never>
  'return.mail.receipt.address_follows': Record<string, never>
  'return.mail.receipt.at': Record<string, never>
  'return.mail.receipt.cancelled': Record<string, never>
  'return.mail.receipt.send': { date: string | number }
  'return.mail.receipt.send_part': { items: string | number; date: string | number }
  'return.mail.receipt.subject': { number: string | number }
  'return.mail.receipt.text': Record<string, never>
  'return.mail.receipt.title': Record<string, never>
  'return.mail.receipt.unrecorded': Record<string, never>
  'return.mail.receipt.unsent': { items: string | number; amount: string | number }
  'return.mail.received.part': Record<string, never>
  'return.mail.received.subject': { number: string | number }
  'return.mail.received.title': Record<string, never>
  'return.mail.recounted.subject': { number: string | number }
  'return.mail.recounted.title': Record<string, never>
  'return.mail.refused.subject': { number: string | number }
  'return.mail.refused.title': Record<string, never>
  'return.mail.reminded.subject': { number: string | number }
  'return.mail.reminded.title': Record<string, never>
  'return.mail.send_by': Record<string, never>
  'return.mail.sent.subject': { number: string | number }
  'return.mail.sent.title': Record<string, never>
  'return.mail.separator': Record<string, never>
  'return.mail.settled.subject': { number: string | number }
  'return.mail.settled.text': { amount: string | number }
  'return.mail.settled.title': Record<string, never>
  'return.mail.shop.await': { number: string | number }
  'return.mail.shop.by_hand': Record<string, never>
  'return.mail.shop.decide': { number: string | number }
  'return.mail.shop.label': { fee: string | number }
  'return.mail.shop.no_address': Record<string, never>
  'return.mail.shop.settled': Record<string, never>
  'return.mail.shop.subject': { number: string | number; order: string | number }
  'return.mail.shop.title': Record<string, never>
  'return.mail.shop.unrecorded': { order: string | number }
  'return.mail.shop.unsent': Record<string, never>
  'return.mail.shop.unsent_due': { number: string | number }
  'return.mail.shop.withdrawn': Record<string, never>
  'return.mail.unheld.subject': { number: string | number }
  'return.mail.unheld.text': Record<string, never>
  'return.mail.unheld.title': Record<string, never>
  'return.mail.why': { shop: string | number }
  'return.more_lines': { count: number }
  'return.next': Record<string, never>
  'return.next.approved_kept': Record<string, never>
  'return.next.asked': Record<string, never>
  'return.next.await_address': Record<string, never>
  'return.next.cancelled': Record<string, never>
  'return.next.cancelled_shop': Record<string, never>
  'return.next.cancelled_shop_sent': Record<string, never>
  'return.next.completed': Record<string, never>
  'return.next.completed_credit': Record<string, never>
  'return.next.completed_credit_part': { amount: string | number }
  'return.next.completed_nothing': Record<string, never>
  'return.next.completed_sent': { date: string | number }
  'return.next.exchanged': { number: string | number }
  'return.next.exchanged_pay': { number: string | number }
  'return.next.expired': Record<string, never>
  'return.next.received': Record<string, never>
  'return.next.received_exchange': Record<string, never>
  'return.next.received_none': Record<string, never>
  'return.next.refused': Record<string, never>
  'return.next.refused_received': Record<string, never>
  'return.next.send': { date: string | number }
  'return.next.send_open': Record<string, never>
  'return.next.sent': Record<string, never>
  'return.next.settled': Record<string, never>
  'return.next.unsent_unrecorded': Record<string, never>
  'return.next_page': Record<string, never>
  'return.not_copied': Record<string, never>
  'return.number': Record<string, never>
  'return.order': Record<string, never>
  'return.outcome.back': { amount: string | number }
  'return.outcome.even': Record<string, never>
  'return.outcome.pay': { amount: string | number }
  'return.outcome.refund': { amount: string | number }
  'return.page': { page: number }
  'return.pages': Record<string, never>
  'return.parcel': Record<string, never>
  'return.parcel_change': Record<string, never>
  'return.parcel_saved': Record<string, never>
  'return.parcel_send': Record<string, never>
  'return.parcel_text': Record<string, never>
  'return.part.adjusted': Record<string, never>
  'return.part.coupon': Record<string, never>
  'return.part.price': Record<string, never>
  'return.part.promotion': Record<string, never>
  'return.part.tax': Record<string, never>
  'return.part.tier': Record<string, never>
  'return.part_refusal': Record<string, never>
  'return.pay_difference': { amount: string | number }
  'return.phone': Record<string, never>
  'return.photo': { n: number }
  'return.photos': Record<string, never>
  'return.previous': Record<string, never>
  'return.print': Record<string, never>
  'return.products': Record<string, never>
  'return.quantity': { count: number }
  'return.reason': Record<string, never>
  'return.reason.arrived_late': Record<string, never>
  'return.reason.changed_mind': Record<string, never>
  'return.reason.damaged': Record<string, never>
  'return.reason.defective': Record<string, never>
  'return.reason.missing': Record<string, never>
  'return.reason.not_as_described': Record<string, never>
  'return.reason.ordered_by_mistake': Record<string, never>
  'return.reason.other': Record<string, never>
  'return.reason.style': Record<string, never>
  'return.reason.too_large': Record<string, never>
  'return.reason.too_small': Record<string, never>
  'return.reason.wrong_item': Record<string, never>
  'return.received_of': { received: number }
  'return.refund': Record<string, never>
  'return.refund_amount': Record<string, never>
  'return.refusal': Record<string, never>
  'return.see_order': Record<string, never>
  'return.status': Record<string, never>
  'return.status.cancelled': Record<string, never>
  'return.status.completed': Record<string, never>
  'return.status.ended': Record<string, never>
  'return.status.pending_approval': Record<string, never>
  'return.sum.back': Record<string, never>
  'return.sum.even': Record<string, never>
  'return.sum.fee': Record<string, never>
  'return.sum.items': Record<string, never>
  'return.sum.kept': Record<string, never>
  'return.sum.new_adjusted': Record<string, never>
  'return.sum.new_items': Record<string, never>
  'return.sum.new_promotions': Record<string, never>
  'return.sum.payment_fee': Record<string, never>
  'return.sum.shipping': Record<string, never>
  'return.sum.tax': Record<string, never>
  'return.sum.tax_included': Record<string, never>
  'return.sum.to_pay': Record<string, never>
  'return.sum.total': Record<string, never>
  'return.title': Record<string, never>
  'return.to_account': Record<string, never>
  'return.to_credit': Record<string, never>
  'return.to_orders': Record<string, never>
  'return.to_payment': Record<string, never>
  'return.track': Record<string, never>
  'return.tracking_number': Record<string, never>
  'return.type.exchange': Record<string, never>
  'return.type.refund_only': Record<string, never>
  'return.type.return_and_refund': Record<string, never>
  'return.units': { title: string | number; count: number }
  'return.wanted': { title: string | number }
  'return.when.by_hand_kept': Record<string, never>
  'return.when.by_hand_returned': Record<string, never>
  'return.when.credit_kept': Record<string, never>
  'return.when.credit_returned': Record<string, never>
  'return.when.delivery': Record<string, never>
  'return.when.exchanged': Record<string, never>
  'return.when.exchanged_pay': Record<string, never>
  'return.when.exchanged_unheld': Record<string, never>
  'return.when.exchanged_unheld_pay': Record<string, never>
  'return.when.kept': Record<string, never>
  'return.when.returned': Record<string, never>
  'return.why.asked_already': Record<string, never>
  'return.why.bonus': { percent: string | number }
  'return.why.claim_evidence': Record<string, never>
  'return.why.claim_over': { date: string | number }
  'return.why.final_sale': Record<string, never>
  'return.why.not_delivered': Record<string, never>
  'return.why.not_paid': Record<string, never>
  'return.why.order_cancelled': Record<string, never>
  'return.why.refunded_already': Record<string, never>
  'return.why.tracking': Record<string, never>
  'return.why.units': { count: number; bought: number }
  'return.why.window_over': { date: string | number }
  'return.why.window_past': { date: string | number }
  'return.withdraw.confirm': Record<string, never>
  'return.withdraw.ended': { date: string | number }
  'return.withdraw.lines': Record<string, never>
  'return.withdraw.mail': Record<string, never>
  'return.withdraw.other': Record<string, never>
  'return.withdraw.over': Record<string, never>
  'return.withdraw.sent': { items: string | number }
  'return.withdraw.text': Record<string, never>
  'return.withdraw.text_unrecorded': Record<string, never>
  'return.withdraw.text_unsent': { items: string | number }
  'return.withdraw.title': Record<string, never>
  'return.withdraw.unsent': { items: string | number }
  'return.withdraw.unsent_unrecorded': { items: string | number }
  'return.withdraw.until': { date: string | number }
  'return.withdrawal': Record<string, never>
  'return.withdrawn': Record<string, never>
  'review.all': Record<string, never>
  'review.average': { average: string | number }
  'review.between': Record<string, never>
  'review.bought': { what: string | number }
  'review.checked': Record<string, never>
  'review.checked_how': { checked: number; total: number; others: number }
  'review.checked_none': Record<string, never>
  'review.count': { count: number }
  'review.delete': Record<string, never>
  'review.delete.text': Record<string, never>
  'review.deleted': Record<string, never>
  'review.edit': Record<string, never>
  'review.edit.done': Record<string, never>
  'review.edit.once': Record<string, never>
  'review.edit.over': Record<string, never>
  'review.edit.save': Record<string, never>
  'review.edited': Record<string, never>
  'review.filter.nothing': Record<string, never>
  'review.fit': Record<string, never>
  'review.fit.count': { fit: string | number; count: number }
  'review.fit.large': Record<string, never>
  'review.fit.says': { fit: string | number }
  'review.fit.small': Record<string, never>
  'review.fit.true': Record<string, never>
  'review.form.content': Record<string, never>
  'review.form.content_help': Record<string, never>
  'review.form.content_missing': Record<string, never>
  'review.form.fit_none': Record<string, never>
  'review.form.head': Record<string, never>
  'review.form.keep': Record<string, never>
  'review.form.name': Record<string, never>
  'review.form.name_help': Record<string, never>
  'review.form.name_link': Record<string, never>
  'review.form.name_missing': Record<string, never>
  'review.form.rules_after': Record<string, never>
  'review.form.rules_before': Record<string, never>
  'review.form.score': Record<string, never>
  'review.form.score.1': Record<string, never>
  'review.form.score.2': Record<string, never>
  'review.form.score.3': Record<string, never>
  'review.form.score.4': Record<string, never>
  'review.form.score.5': Record<string, never>
  'review.form.score_missing': Record<string, never>
  'review.form.send': Record<string, never>
  'review.form.sent': Record<string, never>
  'review.form.stars_short': { score: number }
  'review.form.title': { product: string | number }
  'review.helpful': { count: number }
  'review.mail.answered.subject': { shop: string | number; product: string | number }
  'review.mail.answered.title': Record<string, never>
  'review.mail.more': Record<string, never>
  'review.mail.published.subject': { product: string | number }
  'review.mail.published.text': Record<string, never>
  'review.mail.published.title': Record<string, never>
  'review.mail.refused.edit': Record<string, never>
  'review.mail.refused.open': Record<string, never>
  'review.mail.refused.reason': { reason: string | number }
  'review.mail.refused.subject': { product: string | number }
  'review.mail.refused.title': Record<string, never>
  'review.mail.stop': Record<string, never>
  'review.mail.subject': { number: string | number }
  'review.mail.text': Record<string, never>
  'review.mail.title': Record<string, never>
  'review.mail.why': { shop: string | number }
  'review.mine': Record<string, never>
  'review.mine.empty': Record<string, never>
  'review.mine.lead': Record<string, never>
  'review.mine.ordered': { date: string | number }
  'review.mine.waiting': Record<string, never>
  'review.mine.written': Record<string, never>
  'review.next': Record<string, never>
  'review.none': Record<string, never>
  'review.not_arrived': Record<string, never>
  'review.not_sold': Record<string, never>
  'review.of': { author: string | number; title: string | number }
  'review.order': Record<string, never>
  'review.order.helpful': Record<string, never>
  'review.order.high': Record<string, never>
  'review.order.low': Record<string, never>
  'review.order.new': Record<string, never>
  'review.own.show': Record<string, never>
  'review.page': { page: number }
  'review.pages': Record<string, never>
  'review.picture': { author: string | number }
  'review.pictures': { author: string | number }
  'review.previous': Record<string, never>
  'review.refusal.insult': Record<string, never>
  'review.refusal.personal': Record<string, never>
  'review.refusal.spam': Record<string, never>
  'review.refusal.unlawful': Record<string, never>
  'review.refusal.unrelated': Record<string, never>
  'review.reply': { shop: string | number }
  'review.score': { score: number }
  'review.spread': { score: number; count: number }
  'review.stars': { score: number }
  'review.state.pending': Record<string, never>
  'review.state.published': Record<string, never>
  'review.state.refused': { reason: string | number }
  'review.strip': Record<string, never>
  'review.title': Record<string, never>
  'review.to_order': Record<string, never>
  'review.unsubscribe.button': Record<string, never>
  'review.unsubscribe.text': Record<string, never>
  'review.unsubscribe.title': Record<string, never>
  'review.unsubscribed.text': Record<string, never>
  'review.unsubscribed.title': Record<string, never>
  'review.verified': Record<string, never>
  'review.vote': Record<string, never>
  'review.vote_of': { author: string | number }
  'review.write': Record<string, never>
  'runtime.added': Record<string, never>
  'runtime.authorization': Record<string, never>
  'runtime.close': Record<string, never>
  'runtime.fail': Record<string, never>
  'runtime.offline': Record<string, never>
  'runtime.removed': Record<string, never>
  'runtime.signIn': Record<string, never>
  'runtime.timeout': Record<string, never>
  'runtime.undo': Record<string, never>
  'runtime.unknownError': Record<string, never>
  'search.advice.filter': { name: string | number; count: number }
  'search.advice.filters': Record<string, never>
  'search.advice.word': { q: string | number; count: number }
  'search.advice.words': Record<string, never>
  'search.all': { q: string | number }
  'search.also.articles': Record<string, never>
  'search.also.categories': Record<string, never>
  'search.also.collections': Record<string, never>
  'search.also.label': Record<string, never>
  'search.also.pages': Record<string, never>
  'search.articles': Record<string, never>
  'search.categories': Record<string, never>
  'search.collections': Record<string, never>
  'search.corrected': { q: string | number; better: string | number }
  'search.counted': { count: number; total: number }
  'search.cut': { count: number }
  'search.everything': Record<string, never>
  'search.filter.options': Record<string, never>
  'search.filter.price': Record<string, never>
  'search.filter.rating': Record<string, never>
  'search.filter.stock': Record<string, never>
  'search.filter.tag': Record<string, never>
  'search.head': Record<string, never>
  'search.history': Record<string, never>
  'search.history_clear': Record<string, never>
  'search.history_remove': Record<string, never>
  'search.hot': Record<string, never>
  'search.label': Record<string, never>
  'search.mean': Record<string, never>
  'search.nothing': Record<string, never>
  'search.nothing.text': Record<string, never>
  'search.nothing.title': Record<string, never>
  'search.only_beside': Record<string, never>
  'search.pages': Record<string, never>
  'search.partial': Record<string, never>
  'search.products': Record<string, never>
  'search.submit': Record<string, never>
  'search.suggestions': Record<string, never>
  'search.terms': Record<string, never>
  'search.title': { count: number; q: string | number }
  'slides.go': { n: string | number; count: string | number }
  'slides.next': Record<string, never>
  'slides.pause': Record<string, never>
  'slides.play': Record<string, never>
  'slides.previous': Record<string, never>
  'slides.slide': { n: string | number; count: string | number }
  'user.about': Record<string, never>
  'user.activity.empty': Record<string, never>
  'user.activity.lead': Record<string, never>
  'user.activity.next': Record<string, never>
  'user.activity.page': { page: number }
  'user.activity.pages': Record<string, never>
  'user.activity.previous': Record<string, never>
  'user.activity.title': Record<string, never>
  'user.add': Record<string, never>
  'user.avatar': Record<string, never>
  'user.avatar_across': Record<string, never>
  'user.avatar_choose': Record<string, never>
  'user.avatar_crop': Record<string, never>
  'user.avatar_delete': Record<string, never>
  'user.avatar_delete_sure': Record<string, never>
  'user.avatar_deleted': Record<string, never>
  'user.avatar_down': Record<string, never>
  'user.avatar_help': Record<string, never>
  'user.avatar_none': Record<string, never>
  'user.avatar_of': Record<string, never>
  'user.avatar_save': Record<string, never>
  'user.avatar_saved': Record<string, never>
  'user.avatar_zoom': Record<string, never>
  'user.bio': Record<string, never>
  'user.birthday': Record<string, never>
  'user.change': Record<string, never>
  'user.comments': Record<string, never>
  'user.comments.delete_of': { article: string | number }
  'user.comments.empty': Record<string, never>
  'user.comments.pages': Record<string, never>
  'user.confirm': Record<string, never>
  'user.confirm_both': Record<string, never>
  'user.confirm_both_code_text': Record<string, never>
  'user.confirm_both_text': Record<string, never>
  'user.confirm_code': Record<string, never>
  'user.confirm_do': Record<string, never>
  'user.confirm_passkey': Record<string, never>
  'user.confirm_password': Record<string, never>
  'user.confirm_text': Record<string, never>
  'user.coupon.claimed': Record<string, never>
  'user.coupon.empty': Record<string, never>
  'user.coupon.expired': Record<string, never>
  'user.coupon.find': Record<string, never>
  'user.coupon.lead': Record<string, never>
  'user.coupon.states': Record<string, never>
  'user.coupon.usable': Record<string, never>
  'user.coupon.used': Record<string, never>
  'user.credit': Record<string, never>
  'user.credit.after': { balance: string | number }
  'user.credit.balances': Record<string, never>
  'user.credit.empty': Record<string, never>
  'user.credit.lead': Record<string, never>
  'user.credit.ledger': Record<string, never>
  'user.credit.none': Record<string, never>
  'user.credit.order': { number: string | number }
  'user.credit.pages': Record<string, never>
  'user.description': Record<string, never>
  'user.device': { browser: string | number; system: string | number }
  'user.device_unknown': Record<string, never>
  'user.edit': Record<string, never>
  'user.email': Record<string, never>
  'user.errors': { count: number }
  'user.event.closed': Record<string, never>
  'user.event.factor_off': Record<string, never>
  'user.event.factor_on': Record<string, never>
  'user.event.identity_changed': { account: string | number }
  'user.event.identity_removed': { account: string | number }
  'user.event.identity_undone': Record<string, never>
  'user.event.imported': Record<string, never>
  'user.event.info_changed': Record<string, never>
  'user.event.name_changed': Record<string, never>
  'user.event.not_me': { count: number }
  'user.event.passkey_added': { name: string | number }
  'user.event.passkey_deleted': { name: string | number }
  'user.event.passkey_renamed': { name: string | number }
  'user.event.password_reset': Record<string, never>
  'user.event.password_set': { count: number }
  'user.event.qr_refused': Record<string, never>
  'user.event.recovery_code_used': { count: number }
  'user.event.recovery_codes_made': Record<string, never>
  'user.event.session_ended': Record<string, never>
  'user.event.sessions_ended': { count: number }
  'user.event.shop_changed_credit': Record<string, never>
  'user.event.shop_ended_factor': Record<string, never>
  'user.event.shop_ended_sessions': { count: number }
  'user.event.shop_exported': Record<string, never>
  'user.event.signed_in': { method: string | number }
  'user.event.signed_out': Record<string, never>
  'user.event.signed_up': Record<string, never>
  'user.event.verification_off': Record<string, never>
  'user.event.verification_on': Record<string, never>
  'user.figures': Record<string, never>
  'user.first_login': Record<string, never>
  'user.first_name': Record<string, never>
  'user.hello': { name: string | number }
  'user.last_login': Record<string, never>
  'user.last_name': Record<string, never>
  'user.log.browser': Record<string, never>
  'user.log.csv': Record<string, never>
  'user.log.files': Record<string, never>
  'user.log.ip': Record<string, never>
  'user.log.json': Record<string, never>
  'user.log.lead': Record<string, never>
  'user.log.what': Record<string, never>
  'user.log.when': Record<string, never>
  'user.menu': Record<string, never>
  'user.menu.account': Record<string, never>
  'user.menu.address': Record<string, never>
  'user.menu.article': Record<string, never>
  'user.menu.center': Record<string, never>
  'user.menu.coupon': Record<string, never>
  'user.menu.credit': Record<string, never>
  'user.menu.info': Record<string, never>
  'user.menu.log': Record<string, never>
  'user.menu.notifications': Record<string, never>
  'user.menu.order': Record<string, never>
  'user.menu.security': Record<string, never>
  'user.method.code': Record<string, never>
  'user.method.other': Record<string, never>
  'user.method.passkey': Record<string, never>
  'user.method.password': Record<string, never>
  'user.method.qr': Record<string, never>
  'user.method.reset': Record<string, never>
  'user.method.sign_up': Record<string, never>
  'user.mobile': Record<string, never>
  'user.name': Record<string, never>
  'user.names': Record<string, never>
  'user.nickname': Record<string, never>
  'user.nickname_help': { name: string | number }
  'user.none': Record<string, never>
  'user.not_me': Record<string, never>
  'user.not_me_done': Record<string, never>
  'user.not_me_label': { event: string | number }
  'user.not_me_text': Record<string, never>
  'user.number': Record<string, never>
  'user.orders': Record<string, never>
  'user.other_currencies': { currency: string | number; others: string | number }
  'user.password': Record<string, never>
  'user.password_changed': Record<string, never>
  'user.password_current': Record<string, never>
  'user.password_has': Record<string, never>
  'user.password_hasnt': Record<string, never>
  'user.password_hide': Record<string, never>
  'user.password_new': Record<string, never>
  'user.password_none_text': Record<string, never>
  'user.password_save': Record<string, never>
  'user.password_show': Record<string, never>
  'user.password_text': Record<string, never>
  'user.payment': Record<string, never>
  'user.proof_code': Record<string, never>
  'user.proof_or_code': Record<string, never>
  'user.proof_send': Record<string, never>
  'user.proof_sent': Record<string, never>
  'user.recent': Record<string, never>
  'user.recent_all': Record<string, never>
  'user.recovery': Record<string, never>
  'user.recovery_missing': Record<string, never>
  'user.recovery_password': Record<string, never>
  'user.recovery_ready': Record<string, never>
  'user.recovery_text': Record<string, never>
  'user.recovery_two': Record<string, never>
  'user.save': Record<string, never>
  'user.saved': Record<string, never>
  'user.session_began': { moment: string | number; method: string | number }
  'user.session_end': Record<string, never>
  'user.session_end_label': { browser: string | number }
  'user.session_ended': Record<string, never>
  'user.session_this': Record<string, never>
  'user.session_used': { moment: string | number }
  'user.sessions': Record<string, never>
  'user.sessions_all': Record<string, never>
  'user.sessions_all_text': Record<string, never>
  'user.sessions_text': Record<string, never>
  'user.sign_in_details': Record<string, never>
  'user.sign_out': Record<string, never>
  'user.spending': Record<string, never>
  'user.to_payment': Record<string, never>
  'user.unpaid': { count: number }
  'user.unpaid_figure': Record<string, never>
  'user.unpaid_more': { count: number }
  'user.unpaid_order': { number: string | number }
  'user.unpaid_placed': { amount: string | number; date: string | number }
  'user.verification': Record<string, never>
  'user.verification_is_off': Record<string, never>
  'user.verification_is_on': Record<string, never>
  'user.verification_text': Record<string, never>
  'user.verification_turn_off': Record<string, never>
  'user.verification_turn_on': Record<string, never>
  'user.ways': Record<string, never>
  'user.who': Record<string, never>
  'user.yours': Record<string, never>
  'user.yours_text': Record<string, never>
  'verify.answer': Record<string, never>
  'verify.ask': Record<string, never>
  'verify.check': Record<string, never>
  'verify.failed': Record<string, never>
  'verify.gap': Record<string, never>
  'verify.help': Record<string, never>
  'verify.loading': Record<string, never>
  'verify.new': Record<string, never>
  'verify.number.1': Record<string, never>
  'verify.number.10': Record<string, never>
  'verify.number.11': Record<string, never>
  'verify.number.12': Record<string, never>
  'verify.number.2': Record<string, never>
  'verify.number.3': Record<string, never>
  'verify.number.4': Record<string, never>
  'verify.number.5': Record<string, never>
  'verify.number.6': Record<string, never>
  'verify.number.7': Record<string, never>
  'verify.number.8': Record<string, never>
  'verify.number.9': Record<string, never>
  'verify.question.minus': { a: string | number; b: string | number }
  'verify.question.plus': { a: string | number; b: string | number }
  'verify.slide': Record<string, never>
  'verify.success': Record<string, never>
  'verify.swipe': Record<string, never>
  'verify.title': Record<string, never>
  'verify.work': Record<string, never>
  'verify.working': Record<string, never>
  'waiting.mail.articles': Record<string, never>
  'waiting.mail.comments': Record<string, never>
  'waiting.mail.questions': Record<string, never>
  'waiting.mail.reviews': Record<string, never>
  'waiting.mail.subject': { count: number }
  'waiting.mail.text': Record<string, never>
  'waiting.mail.why': { shop: string | number }
}

export type MessageKey = keyof MessageArgs
