import { askForAlert, confirmAlert, endAlerts } from '#features/alerts/actions.ts'
import * as alerts from '#features/alerts/contract.ts'
import {
  listProducts,
  productDetail,
  recentProducts,
  relatedProducts,
} from '#features/catalog/actions/browse.ts'
import * as catalog from '#features/catalog/contract.ts'
import { estimateShipping, writeCartNote } from '#features/cart/actions/beside.ts'
import { enterCartCoupon, removeCartCoupon } from '#features/cart/actions/coupons.ts'
import { keepCartLines, listVariants } from '#features/cart/actions/journal.ts'
import {
  addAllToCart,
  addItemsToCart,
  addToCart,
  changeCartSku,
  countCart,
  listCart,
  removeCartLines,
  selectCartLines,
  updateCartLine,
} from '#features/cart/actions/lines.ts'
import { moveToCart, removeSaved, saveForLater } from '#features/cart/actions/saved.ts'
import * as cart from '#features/cart/contract.ts'
import { dismissAnnouncement } from '#features/content/actions/announcement.ts'
import { listArticles, listComments } from '#features/content/actions/browse.ts'
import { addComment, deleteComment, myComments } from '#features/content/actions/comment.ts'
import {
  checkoutDetail,
  listPaymentMethods,
  listShippingMethods,
  usableCoupons,
} from '#features/checkout/actions/browse.ts'
import {
  changeQuantity,
  choosePayment,
  chooseShipping,
  enterCoupon,
  removeCoupon,
  saveInformation,
  applyCredit,
} from '#features/checkout/actions/fill.ts'
import { createCheckout } from '#features/checkout/actions/open.ts'
import { listRegions } from '#features/postal/actions/regions.ts'
import { splitAddress } from '#features/postal/actions/split.ts'
import { submitCheckout } from '#features/checkout/actions/submit.ts'
import * as checkout from '#features/checkout/contract.ts'
import { rememberPlainOrder } from '#features/checkout/pages/placed-plainly.ts'
import { openStep } from '#features/checkout/steps.ts'
import * as content from '#features/content/contract.ts'
import { toCommented, toCommentGone } from '#features/content/comment-forms.ts'
import * as comments from '#features/content/contract/comments.ts'
import { countFavourites, listFavourites, wishList } from '#features/favourites/actions/browse.ts'
import { addFavourite, cancelFavourite } from '#features/favourites/actions/change.ts'
import { shareFavourites, withdrawFavourites } from '#features/favourites/actions/share.ts'
import * as favourites from '#features/favourites/contract.ts'
import { unsubscribe as endNotifications } from '#features/notifications/actions/unsubscribe.ts'
import * as notifications from '#features/notifications/contract.ts'
import { submitInquiry } from '#features/inquiries/actions/submit.ts'
import * as inquiries from '#features/inquiries/contract.ts'
import { confirmSubscription, subscribe, unsubscribe } from '#features/newsletter/actions.ts'
import * as newsletter from '#features/newsletter/contract.ts'
import { listCoupons } from '#features/promotions/actions/browse.ts'
import { claimCoupon, myCoupons } from '#features/promotions/actions/claim.ts'
import * as postal from '#features/postal/contract.ts'
import * as promotions from '#features/promotions/contract.ts'
import { listQuestions } from '#features/questions/actions/browse.ts'
import { answerQuestion, askQuestion } from '#features/questions/actions/write.ts'
import * as questions from '#features/questions/contract.ts'
import { listReviews } from '#features/reviews/actions/browse.ts'
import { myReviews } from '#features/reviews/actions/mine.ts'
import { endReviewMails } from '#features/reviews/actions/unsubscribe.ts'
import { findHelpful } from '#features/reviews/actions/vote.ts'
import { addReview, deleteReview, editReview } from '#features/reviews/actions/write.ts'
import * as reviews from '#features/reviews/contract.ts'
import { checkVerification } from '#features/verify/actions/check.ts'
import { createVerification } from '#features/verify/actions/create.ts'
import * as verify from '#features/verify/contract.ts'
import { choose, track } from '#features/visitor/actions.ts'
import * as visitor from '#features/visitor/contract.ts'
import { buyAgain } from '#features/orders/actions/buy-again.ts'
import {
  cancelOrder,
  confirmReceipt,
  extendHold,
  orderDetail,
  withdrawCancellation,
} from '#features/orders/actions/change.ts'
import { changeOrderAddress } from '#features/orders/actions/change-address.ts'
import { changePaymentMethod } from '#features/orders/actions/change-method.ts'
import { countOrders, listOrders } from '#features/orders/actions/list.ts'
import { lookUpOrder } from '#features/orders/actions/look-up.ts'
import { paymentStatus, startPayment } from '#features/orders/actions/start-payment.ts'
import { setTaxNumber } from '#features/orders/actions/tax-number.ts'
import * as orders from '#features/orders/contract.ts'
import * as payments from '#features/payments/contract.ts'
import { search as searchFor } from '#features/search/actions/search.ts'
import { suggest } from '#features/search/actions/suggest.ts'
import * as search from '#features/search/contract.ts'
import { served, type Served } from '#platform/server/serve.ts'
import type { Ctx } from '#platform/server/context.ts'
import { takeTicket } from '#wire/live.ts'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { safePath } from '#wire/safe-path.ts'
import { liveTicket } from './live.ts'
import { accountEndpoints } from './endpoints/account.ts'
import { toMailLink } from './endpoints/mail.ts'
import { returnEndpoints } from './endpoints/returns.ts'

const toCart = { next: (ctx: Ctx) => linksFor(ctx.shop.router, ctx.langPath).cart(), done: null }

const toCheckoutBegun: NonNullable<Served['form']> = {
  next: (ctx, isDone, value) => {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return isDone ? links.checkout((value as Output<typeof checkout.createCheckout>).slug) : links.cart()
  },
  done: null,
}

/** To the wallet, or back to the coupon, where a refusal is shown; a guest signs in first, and presses again. */
const toClaimed: NonNullable<Served['form']> = {
  next: (ctx, isDone, _value, fields) => {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return isDone ? links.user('coupon') : links.coupon(fields['slug']?.at(-1) ?? '-')
  },
  done: 'user.coupon.claimed',
}

/** Redirects to the step of the form; a refused form with the typed values. */
const toCheckout = (step: checkout.CheckoutStep): NonNullable<Served['form']> => ({
  next: (ctx, _isDone, value) =>
    linksFor(ctx.shop.router, ctx.langPath).checkout((value as checkout.CheckoutView).slug, step),
  done: null,
  page: (ctx, fields) => {
    const [slug = '-'] = fields['slug'] ?? []
    const from = checkout.checkoutSteps.find((one) => fields['step']?.includes(one)) ?? step
    return linksFor(ctx.shop.router, ctx.langPath).checkout(slug === '' ? '-' : slug, from)
  },
})

/**
 * Where the step is shown again (a fault, the fields of another country), the box that keeps the address in the book
 * is still ticked: nothing is kept of it before the step is done.
 */
const toInformation: NonNullable<Served['form']> = {
  ...toCheckout('information'),
  leads: true,
  next: (ctx, _isDone, value, fields) => {
    const view = value as checkout.CheckoutView
    const here = linksFor(ctx.shop.router, ctx.langPath).checkout(view.slug, 'information')
    const to = safePath(fields['next']?.at(-1)) ?? here
    const isAgain = to === here || openStep(view) === 'information'
    if (!isAgain || !fields['keep']?.includes('on')) return to
    return to === here ? `${here}&keep=1` : `${here}&tried=1&keep=1`
  },
}

const toOrderPlaced: NonNullable<Served['form']> = {
  ...toCheckout('payment'),
  next: (ctx, _isDone, value) => {
    rememberPlainOrder(ctx)
    return (value as Output<typeof checkout.submitCheckout>).next
  },
}

const toNewsletter = {
  next: (ctx: Ctx, isDone: boolean) =>
    `${linksFor(ctx.shop.router, ctx.langPath).home()}#${newsletter.answers[isDone ? 'done' : 'refused']}`,
  done: null,
}

const toFavourites = {
  next: (ctx: Ctx) => linksFor(ctx.shop.router, ctx.langPath).favourites(),
  done: null,
}

/** The page that others will see is where its owner is shown the link. */
const toShared: NonNullable<Served['form']> = {
  next: (ctx, isDone, value) =>
    isDone ? (value as Output<typeof favourites.shareFavourites>).href : toFavourites.next(ctx),
  done: null,
}

const toHome = { next: (ctx: Ctx) => linksFor(ctx.shop.router, ctx.langPath).home(), done: null }

/** Its forms name the redirect; a refused one is answered by the order's own page, which shows its state. */
function toOrderPage(done: NonNullable<Served['form']>['done']): NonNullable<Served['form']> {
  return {
    next: (ctx) => linksFor(ctx.shop.router, ctx.langPath).orderLookup(),
    done,
    page: (ctx, fields) => {
      const links = linksFor(ctx.shop.router, ctx.langPath)
      const number = (fields['slug'] ?? fields['order'])?.[0] || '-'
      // A customer's form stands in the account area.
      const own = links.userOrder(number)
      return fields['next']?.includes(own) === true ? own : links.order(number)
    },
  }
}

const toLookup: NonNullable<Served['form']> = {
  next: (ctx) => linksFor(ctx.shop.router, ctx.langPath).orderLookup(),
  done: 'order.lookup.sent',
  page: (ctx) => linksFor(ctx.shop.router, ctx.langPath).orderLookup(),
}

const toConsent = {
  next: (ctx: Ctx) => linksFor(ctx.shop.router, ctx.langPath).consent(),
  done: 'consent.saved' as const,
}

const toAlertAsked = {
  next: (ctx: Ctx) => linksFor(ctx.shop.router, ctx.langPath).alertAsked(),
  done: null,
}

const toInquiry: NonNullable<Served['form']> = {
  next: (ctx, _isDone, value) => {
    const { form, number } = value as Output<typeof inquiries.submitInquiry>
    return linksFor(ctx.shop.router, ctx.langPath).inquiryThanks(form, number)
  },
  done: null,
  page: (ctx, fields) => {
    const [slug = ''] = fields['form'] ?? []
    // A path that belongs to no form is answered with 404, like an unknown one.
    return linksFor(ctx.shop.router, ctx.langPath).inquiry(/^[\w-]{1,120}$/.test(slug) ? slug : '-')
  },
  files: { field: 'images', most: inquiries.mostPictures },
}

/** To the page of the line, where a refused form keeps all that was typed. */
function toReview(done: NonNullable<Served['form']>['done']): NonNullable<Served['form']> {
  const pageOf = (ctx: Ctx, fields: Readonly<Record<string, string[]>>): string => {
    const line = Number(fields['line']?.at(-1) ?? fields['orderLine']?.at(-1))
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return Number.isSafeInteger(line) && line > 0 ? links.review(line) : links.orderLookup()
  }
  return { next: (ctx, _isDone, _value, fields) => pageOf(ctx, fields), done, page: pageOf }
}

/** Back to its form, which says what happens to the question. */
const toAsked: NonNullable<Served['form']> = {
  next: (ctx, _isDone, _value, fields) => toAskedPage(ctx, fields),
  done: (_ctx, value) => (value as Output<typeof questions.askQuestion>).text,
  page: (ctx, fields) => toAskedPage(ctx, fields),
}

function toAskedPage(ctx: Ctx, fields: Readonly<Record<string, string[]>>): string {
  const [product = '-'] = fields['product'] ?? []
  return linksFor(ctx.shop.router, ctx.langPath).askQuestion(product)
}

/** The page of a question is the same for everybody: what happens to an answer is said where questions are asked. */
const toAnswered: NonNullable<Served['form']> = {
  next: (ctx, _isDone, _value, fields) => {
    const [question = '-'] = fields['question'] ?? []
    return `${linksFor(ctx.shop.router, ctx.langPath).question(question)}?answered=1`
  },
  done: null,
  page: (ctx, fields) => {
    const [question = '-'] = fields['question'] ?? []
    return linksFor(ctx.shop.router, ctx.langPath).question(/^[\w-]{1,40}$/.test(question) ? question : '-')
  },
}

const reviewFiles = { field: 'images', most: reviews.mostPictures }

/** Calls that a mail program makes by itself when its own button is pressed. */
export const oneClickCalls: readonly Served[] = [
  served(newsletter.unsubscribe, unsubscribe),
  served(alerts.endAlerts, endAlerts),
  served(notifications.unsubscribe, endNotifications),
  served(reviews.endReviewMails, endReviewMails),
]

/** Every call of `/api/web`: contract → action. */
export const endpoints: readonly Served[] = [
  ...accountEndpoints,

  served(catalog.listProducts, listProducts),
  served(catalog.productDetail, productDetail),
  served(catalog.relatedProducts, relatedProducts),
  served(catalog.recentProducts, recentProducts),

  served(search.suggest, suggest),
  served(search.search, searchFor),

  served(content.listArticles, listArticles),
  served(content.listComments, listComments),
  served(comments.addComment, addComment, toCommented),
  served(comments.deleteComment, deleteComment, toCommentGone),
  served(comments.myComments, myComments),
  served(content.dismissAnnouncement, dismissAnnouncement, toHome),
  served(promotions.listCoupons, listCoupons),
  served(promotions.claimCoupon, claimCoupon, toClaimed),
  served(promotions.myCoupons, myCoupons),
  served(questions.listQuestions, listQuestions),
  served(questions.askQuestion, askQuestion, toAsked),
  served(questions.answerQuestion, answerQuestion, toAnswered),
  served(reviews.listReviews, listReviews),
  served(reviews.findHelpful, findHelpful, toHome),
  served(reviews.addReview, addReview, { ...toReview('review.form.sent'), files: reviewFiles }),
  served(reviews.editReview, editReview, { ...toReview('review.edit.done'), files: reviewFiles }),
  served(reviews.deleteReview, deleteReview, toReview('review.deleted')),
  served(reviews.myReviews, myReviews),
  served(reviews.endReviewMails, endReviewMails, toMailLink('review/unsubscribe')),

  served(cart.listCart, listCart),
  served(cart.countCart, countCart),
  served(cart.addToCart, addToCart, { ...toCart, done: 'cart.added' }),
  served(cart.addAllToCart, addAllToCart, { ...toCart, done: 'cart.added' }),
  served(cart.updateCartLine, updateCartLine, toCart),
  served(cart.changeCartSku, changeCartSku, toCart),
  served(cart.removeCartLines, removeCartLines, { ...toCart, done: 'cart.removed' }),
  served(cart.selectCartLines, selectCartLines, toCart),
  served(cart.listVariants, listVariants),
  served(cart.keepCartLines, keepCartLines, toCart),
  served(cart.saveForLater, saveForLater, { ...toCart, done: 'cart.saved_done' }),
  served(cart.moveToCart, moveToCart, { ...toCart, done: 'cart.moved' }),
  served(cart.removeSaved, removeSaved, toCart),
  served(cart.enterCartCoupon, enterCartCoupon, { ...toCart, done: 'cart.coupon_done' }),
  served(cart.removeCartCoupon, removeCartCoupon, toCart),
  served(cart.estimateShipping, estimateShipping, toCart),
  served(cart.writeCartNote, writeCartNote, { ...toCart, done: 'cart.note_kept' }),
  served(cart.addItemsToCart, addItemsToCart, { ...toCart, done: 'cart.added' }),

  served(favourites.addFavourite, addFavourite, { ...toFavourites, done: 'favorite.added' }),
  served(favourites.cancelFavourite, cancelFavourite, { ...toFavourites, done: 'favorite.removed' }),
  served(favourites.listFavourites, listFavourites),
  served(favourites.countFavourites, countFavourites),
  served(favourites.wishList, wishList),
  served(favourites.shareFavourites, shareFavourites, toShared),
  served(favourites.withdrawFavourites, withdrawFavourites, {
    ...toFavourites,
    done: 'favorite.share.withdrawn',
  }),

  served(checkout.createCheckout, createCheckout, toCheckoutBegun),
  served(postal.addressRegions, listRegions),
  served(postal.splitAddress, splitAddress),
  served(checkout.checkoutDetail, checkoutDetail),
  served(checkout.saveInformation, saveInformation, toInformation),
  served(checkout.changeQuantity, changeQuantity, toCheckout('cart')),
  served(checkout.enterCoupon, enterCoupon, toCheckout('payment')),
  served(checkout.removeCoupon, removeCoupon, toCheckout('payment')),
  served(checkout.applyCredit, applyCredit, toCheckout('payment')),
  served(checkout.usableCoupons, usableCoupons),
  served(checkout.listShippingMethods, listShippingMethods),
  served(checkout.chooseShipping, chooseShipping, toCheckout('payment')),
  served(checkout.listPaymentMethods, listPaymentMethods),
  served(checkout.choosePayment, choosePayment, toCheckout('payment')),
  served(checkout.submitCheckout, submitCheckout, toOrderPlaced),

  served(inquiries.submitInquiry, submitInquiry, toInquiry),

  served(newsletter.subscribe, subscribe, toNewsletter),
  served(newsletter.confirmSubscription, confirmSubscription, toMailLink('newsletter/confirm')),
  served(newsletter.unsubscribe, unsubscribe, toMailLink('newsletter/unsubscribe')),

  served(alerts.askForAlert, askForAlert, toAlertAsked),
  served(alerts.confirmAlert, confirmAlert, toMailLink('alert/confirm')),
  served(alerts.endAlerts, endAlerts, toMailLink('alert/unsubscribe')),

  ...returnEndpoints,

  served(orders.listOrders, listOrders),
  served(orders.countOrders, countOrders),
  served(orders.orderDetail, orderDetail),
  served(orders.cancelOrder, cancelOrder, toOrderPage('order.cancel_done')),
  served(orders.withdrawCancellation, withdrawCancellation, toOrderPage('order.withdrawn')),
  served(orders.confirmReceipt, confirmReceipt, toOrderPage('order.confirmed')),
  served(orders.changeOrderAddress, changeOrderAddress, toOrderPage('order.address_changed')),
  served(orders.setTaxNumber, setTaxNumber, toOrderPage('order.tax_number_set')),
  served(orders.extendHold, extendHold, toOrderPage('order.hold_extended')),
  served(orders.buyAgain, buyAgain, { ...toOrderPage('order.bought_again'), next: toCart.next }),
  served(orders.lookUpOrder, lookUpOrder, toLookup),

  served(payments.startPayment, startPayment, toOrderPage(null)),
  served(payments.paymentStatus, paymentStatus),
  served(payments.changePaymentMethod, changePaymentMethod, toOrderPage(null)),

  served(verify.createVerification, createVerification),
  served(verify.checkVerification, checkVerification, { ...toHome, done: 'verify.success' }),

  served(takeTicket, liveTicket),

  served(visitor.track, track),
  served(visitor.choose, choose, toConsent),
]
