import { beforeEach, expect, it } from 'vitest'
import { giveCredit } from '#features/customer/shop/customers.ts'
import { freshDatabase, holdRows, untilWaiting } from '#test/database.ts'
import { signedIn, type SignedIn } from '#test/signed-in.ts'
import type { Database } from '#platform/server/db/db.ts'
import { seeCredit } from './actions/see.ts'
import { balanceOf, lockBalance, moveCredit } from './queries/ledger.ts'

let db: Database
let ada: SignedIn
beforeEach(async () => {
  db = (await freshDatabase()).db
  ada = await signedIn(db)
})

const gives = (amount: number, key: string, currency = 'USD', customer = ada.customer) =>
  giveCredit(ada.context(), { customer, currency, amount, reason: `Because ${key}`, key })

const entries = async (): Promise<unknown[]> =>
  (await db.pool.query('select amount, balance_after from credit_entries order by id')).rows

it('comes and goes with its reason, and each row says what was left', async () => {
  expect(await gives(1250, 'a')).toEqual({ ok: true, value: { balance: 1250, isAgain: false } })
  expect(await gives(-50, 'b')).toEqual({ ok: true, value: { balance: 1200, isAgain: false } })
  expect(await gives(300, 'c', 'JPY')).toEqual({ ok: true, value: { balance: 300, isAgain: false } })
  const seen = await ada.does(seeCredit, { page: 1 })
  expect(seen).toMatchObject({
    value: {
      balances: [
        { currency: 'JPY', balance: 300, text: '¥300' },
        { currency: 'USD', balance: 1200, text: '$12' },
      ],
      total: 3,
      pages: 1,
      entries: [
        { amountText: '+¥300', reason: 'Because c', balanceText: '¥300' },
        { amountText: '-$0.50', reason: 'Because b', balanceText: '$12', order: null },
        { amountText: '+$12.50', reason: 'Because a', balanceText: '$12.50' },
      ],
    },
  })
  const eve = await signedIn(db)
  expect(await eve.does(seeCredit, { page: 1 })).toMatchObject({ value: { balances: [], total: 0 } })
})

it('is given once under a key that two ask for at the same moment', async () => {
  expect(await gives(100, 'a')).toMatchObject({ ok: true })
  const letGo = await holdRows(db, 'select from credit_balances for update')
  const both = Promise.all([gives(500, 'b'), gives(500, 'b')])
  await untilWaiting(db, 2)
  await letGo()
  const answers = (await both).map((answer) => answer.ok && answer.value)
  expect(answers).toContainEqual({ balance: 600, isAgain: false })
  expect(answers).toContainEqual({ balance: 600, isAgain: true })
  expect(await entries()).toHaveLength(2)
})

it('is shown page by page, the last first', async () => {
  for (let n = 1; n <= 21; n += 1) await gives(n, `k${n}`)
  const first = await ada.does(seeCredit, { page: 1 })
  expect(first).toMatchObject({ value: { total: 21, pages: 2 } })
  expect(first.ok && first.value.entries.map(({ amount }) => amount)).toEqual(
    Array.from({ length: 20 }, (_, n) => 21 - n),
  )
  const second = await ada.does(seeCredit, { page: 2 })
  expect(second).toMatchObject({ value: { entries: [{ amount: 1, balanceText: '$0.01' }] } })
})

it('is given once under one key, also when it is asked for twice at the same moment', async () => {
  const both = await Promise.all([gives(500, 'x'), gives(500, 'x')])
  expect(both.filter((one) => one.ok && one.value.isAgain)).toHaveLength(1)
  expect(await gives(500, 'x')).toEqual({ ok: true, value: { balance: 500, isAgain: true } })
  expect(await gives(700, 'x')).toEqual({
    ok: false,
    problem: { name: 'other_change', amount: 500, currency: 'USD' },
  })
  // Of another customer it is another key.
  const eve = await signedIn(db)
  expect(await gives(700, 'x', 'USD', eve.customer)).toMatchObject({ ok: true })
  expect(await entries()).toEqual([
    { amount: 500, balance_after: 500 },
    { amount: 700, balance_after: 700 },
  ])
})

it('is never spent twice, however many try at once', async () => {
  await gives(1000, 'a')
  const spend = (n: number): Promise<number | null> =>
    db.transact(async (tx) => {
      await lockBalance(tx, ada.customer, 'USD')
      return moveCredit(tx, {
        customer: ada.customer,
        currency: 'USD',
        amount: -400,
        kind: 'spent',
        order: null,
        cause: `test:${n}`,
        reason: '',
        now: new Date(),
      })
    })
  const left = await Promise.all(Array.from({ length: 20 }, (_, n) => spend(n)))
  expect(left.filter((one) => one !== null).toSorted((a, b) => a - b)).toEqual([200, 600])
  expect(await balanceOf(db, ada.customer, 'USD')).toBe(200)
  expect(await gives(-201, 'b')).toEqual({ ok: false, problem: { name: 'too_little', balance: 200 } })
  expect(await gives(-1, 'c', 'EUR')).toEqual({ ok: false, problem: { name: 'too_little', balance: 0 } })
  expect(await entries()).toHaveLength(3)
  await expect(db.pool.query('update credit_balances set balance = -1')).rejects.toThrow('check constraint')
})
