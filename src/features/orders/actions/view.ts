import { offersOf } from '#features/sales/rules/explain-quote.ts'
import { paymentFee, paymentFor } from '#features/sales/rules/markets-and-methods.ts'
import { offerNames } from '#features/promotions/queries/names.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { OrderView } from '../contract.ts'
import { isOffline, presentPayment } from '../present-payment.ts'
import { methodName, presentOrder } from '../present.ts'
import type { OrderRow } from '../queries/read.ts'

/** The view of an order for its page. */
export async function viewOrder(db: Db, row: OrderRow, ctx: Ctx): Promise<OrderView> {
  const { promotions, coupons } = offersOf(row.quote)
  const extras = {
    names: await offerNames(db, promotions, coupons),
    payment: presentPayment(row, ctx),
    methods: methodsFor(row, ctx),
    isPaidOnline: !isOffline(row.payments.at(-1)?.provider ?? providerOf(row.paymentMethod, ctx)),
  }
  return presentOrder(row, extras, ctx)
}

/** Methods that cost the same as the order's own method: a stored total is not calculated again. */
function methodsFor(row: OrderRow, ctx: Ctx): OrderView['paymentMethods'] {
  const { sales, shop } = ctx.shop
  const total = row.quote.toPay - row.quote.paymentFee
  const found = paymentFor(sales, { country: row.address.country, currency: row.currency, total }, shop)
  return found
    .filter(
      (method) =>
        ctx.pay.get(method.provider)?.isReady === true &&
        paymentFee(method, row.currency, shop) === row.quote.paymentFee,
    )
    .map(({ code, note }) => ({ code, name: methodName(code, ctx), note: pickText(note, ctx.locale) }))
}

function providerOf(code: string, { shop }: Pick<Ctx, 'shop'>): string {
  return shop.sales.payment.find((method) => method.code === code)?.provider ?? 'manual'
}
