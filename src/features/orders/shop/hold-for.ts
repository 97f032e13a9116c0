import type { OrderRow } from '../queries/read.ts'
import type { OrderWork } from '../rules/announce.ts'
import { holdTime } from '../rules/hold-time.ts'

/** Until when an unpaid order whose price the shop has changed keeps its units: as long from now as one just placed. */
export function holdFor({ paymentMethod }: Pick<OrderRow, 'paymentMethod'>, { now, shop }: OrderWork): Date {
  const method = shop.sales.payment.find(({ code }) => code === paymentMethod) ?? null
  return new Date(now.getTime() + holdTime(method, shop.sales))
}
