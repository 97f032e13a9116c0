import { applyForReturn } from '#features/returns/actions/apply.ts'
import type { Buyer } from '#test/buyer.ts'
import type { WholeShop } from '#test/whole-shop.ts'

/* What calls of returns name, for the sweep: orders that were sent, and returns of them. */

interface World {
  shop: WholeShop
  owner: Buyer
}
type Ask = (world: World) => Promise<object>

/** An order of the owner's that was paid and sent, and its line. */
const sentOrder = async ({ owner, shop }: World): Promise<{ order: string; line: number }> => {
  const placed = await owner.submit(await owner.ready({ 'vase-ink': 2 }))
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem))
  const { order } = placed.value
  const { rows } = await shop.database.db.pool.query<{ line: number }>(
    `with paid as (
       update orders set pay_status = 'paid', captured = total, delivery_status = 'shipped', stock_status = 'sold'
       where number = $1 returning id
     ), sent as (
       insert into shipments (order_id, carrier, tracking_number, shipped_at) select id, 'DHL', '', now() from paid
     ), money as (
       update payments set captured = amount, status = 'captured' where order_id = (select id from paid)
     )
     update order_lines set shipped = quantity, held = 0 where order_id = (select id from paid) returning id as line`,
    [order],
  )
  return { order, line: rows[0]!.line }
}
export const withSentOrder =
  (rest: object = {}): Ask =>
  async (world) => ({ order: (await sentOrder(world)).order, ...rest })
export const withReturnOf =
  (rest: object): Ask =>
  async (world) => {
    const { order, line } = await sentOrder(world)
    return { order, lines: [{ line, quantity: 1 }], ...rest }
  }
/** @param isApproved its parcel is waited for */
export const withReturn =
  (rest: object = {}, isApproved = false): Ask =>
  async (world) => {
    const { order, line } = await sentOrder(world)
    const lines = [{ line, quantity: 1, exchangeFor: null }]
    const wish = { order, type: 'return_and_refund', reason: 'style', refundTo: 'original', lines } as const
    const made = await applyForReturn(world.owner.context(), {
      ...{ ...wish, lines: [...lines] },
      description: '',
      images: [],
      total: 4850,
    })
    if (!made.ok) throw new Error(JSON.stringify(made.problem))
    if (isApproved)
      await world.shop.database.db.pool.query(
        `update returns set audit_status = 'audit_successful' where number = $1`,
        [made.value.slug],
      )
    return { slug: made.value.slug, ...rest }
  }
