import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { ordersJson, violet } from '#test/cli/violet-orders.ts'
import { freshDatabase } from '#test/database.ts'
import { placeTestOrder, testMethods } from '#test/placed-orders.ts'
import { saveConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'

let db: Database
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  await db.pool.query(cartCatalogue)
  await saveConfig(db, { sales: { payment: testMethods } }, { now: new Date() })
  vi.stubEnv('DATABASE_URL', made.url)
})
afterEach(() => void vi.unstubAllEnvs())

const orders = (...args: string[]): Promise<string> => violet('orders', ...args)

async function mails(): Promise<
  { id: number; kind: string; recipient: string; subject: string; plain: string; state: string }[]
> {
  const { rows } = await db.pool.query(
    'select id::int, kind, recipient, subject, plain, state from outbox_mails order by id',
  )
  return rows as Awaited<ReturnType<typeof mails>>
}

it('writes a letter about an order anew, from the order as it is now', async () => {
  const { number } = await placeTestOrder(db, { method: 'transfer', now: new Date() })
  await orders('mail', number, 'placed')
  await orders('adjust', number, '--amount', '2', '--reason', 'as agreed', '--yes')
  expect(await ordersJson('mail', number, 'placed')).toMatchObject({ order: number, to: 'ada@example.com' })
  const [first, second] = await mails()
  expect(first).toMatchObject({ kind: 'order.placed', subject: `Your order ${number}` })
  expect(first!.plain).toContain('Please pay $102')
  expect(second!.plain).toContain('Please pay $100')
  await orders('mail', number, 'adjusted')
  expect((await mails()).at(-1)!.plain).toMatch(/as agreed[\s\S]*Please pay \$100/)
  await expect(orders('mail', number, 'shipped')).rejects.toThrow(`${number} was never shipped`)
  await expect(orders('mail', number, 'eaten')).rejects.toThrow('"eaten" is nothing that happens to an order')
  await expect(orders('mail', 'NOBODY', 'placed')).rejects.toThrow('the shop has no order')
  await expect(orders('mail', 'placed')).rejects.toThrow('name an order')
  expect(await mails()).toHaveLength(3)
})

it('tells of an edit what was changed, what goes back, and what the order is now', async () => {
  const { number } = await placeTestOrder(db, {
    method: 'transfer',
    units: { 'stool-sage': 2, 'vase-ink': 1 },
    now: new Date(),
  })
  await orders('pay', number)
  await orders('edit', number, '--set', 'stool-sage:1', '--reason', 'one has a scratch', '--yes')
  await orders('mail', number, 'edited')
  const [mail] = await mails()
  expect(mail).toMatchObject({ kind: 'order.edited', subject: `Order ${number} was changed` })
  expect(mail!.plain).toMatch(/one has a scratch[\s\S]*2 → 1[\s\S]*\$48\.50[\s\S]*\$102/)
})

it('sends a mail once more as it was, and not one that never left', async () => {
  const { number } = await placeTestOrder(db, { method: 'transfer', now: new Date() })
  await orders('mail', number, 'placed')
  const resend = (...args: string[]): Promise<string> => violet('mail', 'resend', ...args)
  await expect(resend('1', '--yes')).rejects.toThrow('1 has not been sent: violet mail retry 1')
  await db.pool.query(`update outbox_mails set state = 'sent', sent_at = now()`)
  await expect(resend('1')).rejects.toThrow('Send 1 mail once more? Say --yes')
  await expect(resend('1', '2', '--yes')).rejects.toThrow('2 is not there')
  expect(await mails()).toHaveLength(1)
  expect(JSON.parse(await resend('1', '--yes', '--json'))).toEqual({ resent: 1 })
  const [sent, again] = await mails()
  expect(again).toEqual({ ...sent, id: 2, state: 'waiting' })
  const { rows } = await db.pool.query('select count(distinct message_id)::int as count from outbox_mails')
  expect(rows).toEqual([{ count: 2 }])
})
