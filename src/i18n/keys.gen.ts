// Made by `npm run gen` from messages/en.json; do not edit.

export interface MessageArgs {
  'cart.added': Record<string, never>
  'cart.again': Record<string, never>
  'cart.browse': Record<string, never>
  'cart.choiceSeparator': Record<string, never>
  'cart.choose': { title: string | number }
  'cart.chooseAll': Record<string, never>
  'cart.chooseNone': Record<string, never>
  'cart.chooseOff': Record<string, never>
  'cart.chooseOn': Record<string, never>
  'cart.close': Record<string, never>
  'cart.continue': Record<string, never>
  'cart.description': Record<string, never>
  'cart.dismiss': Record<string, never>
  'cart.drawerAdded': Record<string, never>
  'cart.each': { price: string | number }
  'cart.empty': Record<string, never>
  'cart.emptyText': Record<string, never>
  'cart.failed': Record<string, never>
  'cart.fewer': { title: string | number }
  'cart.freeMissing': { amount: string | number }
  'cart.freeProgress': Record<string, never>
  'cart.freeReached': Record<string, never>
  'cart.items': { count: number }
  'cart.lines': Record<string, never>
  'cart.loading': Record<string, never>
  'cart.more': { title: string | number }
  'cart.mostReached': { most: string | number }
  'cart.notEnough': { available: number; Only : string | number }
  'cart.quantityOf': { title: string | number }
  'cart.remove': Record<string, never>
  'cart.removeOf': { title: string | number }
  'cart.removed': Record<string, never>
  'cart.removedTitle': { title: string | number }
  'cart.saySubtotal': { amount: string | number }
  'cart.setAside': Record<string, never>
  'cart.soldOut': Record<string, never>
  'cart.subtotal': Record<string, never>
  'cart.subtotalHint': Record<string, never>
  'cart.summary': Record<string, never>
  'cart.takeAvailable': { available: number; Take : string | number }
  'cart.title': Record<string, never>
  'cart.undo': Record<string, never>
  'cart.update': Record<string, never>
  'cart.view': Record<string, never>
  'cart.was': { price: string | number }
  'field.invalid': Record<string, never>
  'field.not_a_number': Record<string, never>
  'field.required': Record<string, never>
  'field.too_big': Record<string, never>
  'field.too_long': Record<string, never>
  'field.too_short': Record<string, never>
  'field.too_small': Record<string, never>
  'problem.body_too_large': Record<string, never>
  'problem.cart_full': Record<string, never>
  'problem.foreign_origin': Record<string, never>
  'problem.gone': Record<string, never>
  'problem.idempotency_in_progress': Record<string, never>
  'problem.idempotency_key_reused': Record<string, never>
  'problem.invalid_input': Record<string, never>
  'problem.not_enough_stock': { left: number; Only : string | number }
  'problem.not_found': Record<string, never>
  'problem.out_of_stock': Record<string, never>
  'problem.quantity_limit': { limit: number }
  'problem.too_many_requests': Record<string, never>
  'problem.too_slow': Record<string, never>
  'problem.unavailable': Record<string, never>
  'problem.unexpected': Record<string, never>
  'problem.unknown_call': Record<string, never>
  'problem.unknown_currency': Record<string, never>
  'problem.unknown_host': Record<string, never>
  'problem.unknown_line': Record<string, never>
  'problem.unknown_product': Record<string, never>
  'problem.unknown_sku': Record<string, never>
  'problem.unreadable_body': Record<string, never>
  'problem.unsupported_body': Record<string, never>
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
}

export type MessageKey = keyof MessageArgs
