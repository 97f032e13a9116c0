import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { saveConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { stockOf, testMethods } from '#test/placed-orders.ts'
import { violet as run } from '#test/cli/violet-orders.ts'
import { giveBehind, merchant, orderIs, refundsOf, returnWorld } from '#test/returns/return-world.ts'
import { sendParcel } from '#features/returns/actions/change.ts'
import { withdrawOrder } from '#features/returns/actions/withdraw.ts'
import { createProgram } from '../program.ts'
import { Failure } from '../terminal.ts'

let db: Database
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  await db.pool.query(cartCatalogue)
  const stored = await saveConfig(
    db,
    { sales: { payment: testMethods, returns: { address: merchant } } },
    { now: new Date() },
  )
  expect(stored.ok).toBe(true)
  vi.stubEnv('DATABASE_URL', made.url)
})
afterEach(() => void vi.unstubAllEnvs())

/** What a call printed, and the word of its failure. */
async function violet(...args: string[]): Promise<{ out: string; err: string; failure: string | null }> {
  let [out, err] = ['', '']
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += text.toString()
      return true
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      err += text.toString()
      return true
    }),
  ]
  try {
    await createProgram('1.2.3').parseAsync(['returns', ...args], { from: 'user' })
    return { out, err, failure: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { out, err, failure: error.message }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

it('takes a return from its decision to its refund', async () => {
  const { order, apply } = await returnWorld({ db })
  const slug = await apply({ 'stool-sage': 2 }, { description: 'Too\u001b[2J green' })
  expect(JSON.parse((await violet('list', '--to-decide', '--json')).out)).toMatchObject({
    number: slug,
    order: order.number,
    quote: { total: 10_200 },
  })
  expect((await violet('show', slug)).out).toContain('description: Too�[2J green')
  expect(await violet('approve', slug)).toMatchObject({
    failure: `Approve ${slug}, return_and_refund, 102.00 USD? Say --yes to do it.`,
  })
  expect(await violet('complete', slug, '--yes')).toMatchObject({
    failure: `${slug}: it is not approved yet (violet returns approve)`,
  })
  expect(await violet('approve', slug, '--unit', 'lamp-sage=1', '--yes')).toMatchObject({
    failure: `${slug}: it has no "lamp-sage"`,
  })
  expect(await violet('approve', slug, '--unit', 'stool-sage=1', '--yes')).toMatchObject({
    failure: `${slug}: units of it are left out: say why, the shopper is told it: --reason "It was worn"`,
  })
  expect(await violet('approve', slug, '--unit', 'stool-sage=1', '--reason', 'Worn', '--yes')).toMatchObject({
    out: `${slug}: pending_approval, audit_successful, 48.50 USD\n`,
    failure: null,
  })
  expect(await violet('refuse', slug, '--reason', 'Worn', '--yes')).toMatchObject({
    failure: `${slug}: it is approved; take it back instead (violet returns cancel), or refuse it when its parcel has come`,
  })
  expect(await violet('refund', slug, '--yes')).toMatchObject({
    failure: `${slug}: its parcel has not come yet (violet returns receive)`,
  })
  expect((await violet('list', '--to-complete')).out.trim().split('\n')).toHaveLength(1)
  expect(await violet('receive', slug, '--yes', '--json')).toMatchObject({ failure: null })
  expect(await stockOf(db, 'stool-sage')).toBe('49/0')
  expect((await violet('list', '--to-complete')).out).toContain(slug)
  expect(await violet('exchange', slug, '--yes')).toMatchObject({
    failure: `${slug}: it is of the type return_and_refund`,
  })
  expect(await violet('refund', slug.toLowerCase(), '--yes')).toMatchObject({
    out: `${slug}: completed, audit_successful, 48.50 USD\n${order.number}: 48.50 USD goes back\n`,
  })
  expect(await refundsOf(db, order.id)).toEqual([`4850 return:${slug}`])
  expect(await violet('cancel', slug, '--yes')).toMatchObject({ failure: `${slug}: it is completed already` })
  expect((await violet('show', slug)).out).toMatch(/received\s+\(operator\)[\s\S]*completed\s+\(operator\)/)
})

it('says of a refund that nobody else can send that it waits for the operator', async () => {
  const { order, apply } = await returnWorld({ db, method: 'transfer' })
  const [one, two] = [await apply({ 'stool-sage': 1 }), await apply({ 'stool-sage': 1 })]
  for (const slug of [one, two]) {
    await violet('approve', slug, '--yes')
    await violet('receive', slug, '--yes')
  }
  expect((await violet('complete', one, '--yes')).out).toBe(
    `${one}: completed, audit_successful, 48.50 USD\n` +
      `${order.number}: 48.50 USD waits for you: ask ada@example.com for the account, send it there, then note it by \`violet orders refunded 1\`\n`,
  )
  expect((await violet('show', one)).out).toContain(
    `refund 1 of order ${order.number}: pending 48.50 USD; send it, then note it by \`violet orders refunded 1\``,
  )
  const done = await violet('complete', two, '--yes', '--json')
  expect(JSON.parse(done.out)).toMatchObject({ refunds: [{ refund: 2, amount: 5_350, waits: true }] })
})

it('exchanges, and leaves broken goods off the shelf', async () => {
  const { order, apply } = await returnWorld({ db })
  const slug = await apply(
    { 'stool-sage': [1, 'stool-ink'] },
    { type: 'exchange', reason: 'damaged', description: 'Cracked' },
  )
  // Nothing comes back but the stool: what it is worth is no refund.
  expect((await violet('list')).out).toMatch(/exchange \(claim\) +0\.00 USD/)
  expect((await violet('list', '--json')).out).toContain('"refundAmount":0')
  expect((await violet('show', slug)).out).toContain('worth 48.50 USD, refund 0.00 USD')
  expect(await violet('approve', slug)).toMatchObject({
    failure: `Approve ${slug}, exchange, 0.00 USD? Say --yes to do it.`,
  })
  expect(await violet('approve', slug, '--yes')).toMatchObject({
    out: `${slug}: pending_approval, audit_successful, 0.00 USD\n`,
  })
  await violet('receive', slug, '--yes')
  expect(await stockOf(db, 'stool-sage')).toBe('48/0')
  const done = await violet('exchange', slug, '--yes', '--json')
  const { exchangeOrder } = JSON.parse(done.out) as { exchangeOrder: string }
  expect((await violet('show', slug)).out).toContain(`exchanged for order ${exchangeOrder}, paid`)
  expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 0')
})

it('does many at once, and one that cannot be done stops none of the others', async () => {
  const { apply, db: same } = await returnWorld({ db, units: { 'stool-sage': 3 } })
  const numbers = [
    await apply({ 'stool-sage': 1 }),
    await apply({ 'stool-sage': 1 }),
    await apply({ 'stool-sage': 1 }),
  ]
  const folder = await mkdtemp(join(tmpdir(), 'violet-returns-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'numbers.txt')
  await violet('refuse', numbers[0]!, '--reason', 'Worn', '--yes')
  await writeFile(file, `# the rest\n${numbers.join('\n')}\n\nR-00000-00000\n${numbers[1]}\n`)
  expect(await violet('refuse', '--file', file, '--reason', 'Worn')).toMatchObject({
    failure: 'Refuse 3 returns? Say --yes to do it.',
  })
  const all = await violet('refuse', '--file', file, '--reason', 'Worn', '--yes', '--json')
  const lines = all.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(lines).toEqual([
    expect.objectContaining({ return: numbers[1], status: 'ended' }),
    expect.objectContaining({ return: numbers[2], status: 'ended' }),
    { return: 'R-00000-00000', error: 'the shop has no return "R-00000-00000"' },
    { return: numbers[0], error: `${numbers[0]}: it is ended already` },
  ])
  expect(all.failure).toBe('2 returns of 4 could not be done')
  expect(all.err).toBe('')
  const { rows } = await same.pool.query('select distinct audit_status, refusal_reason from returns')
  expect(rows).toEqual([{ audit_status: 'audit_failed', refusal_reason: 'Worn' }])
  expect(await violet('approve', '--yes')).toMatchObject({
    failure: 'name a return, or a file of them by --file',
  })
  expect(await violet('approve', ...numbers, '--unit', 'stool-sage=1', '--yes')).toMatchObject({
    failure: '--unit is for one return: the units of several are not the same',
  })
  expect(await violet('approve', '--file', join(folder, 'none'), '--yes')).toMatchObject({
    failure: `${join(folder, 'none')} cannot be read: it is not there`,
  })
})

it.each([
  ['as the list printed it', (list: string) => list],
  ['without the head of the list', (list: string) => list.split('\n').slice(1).join('\n')],
  [
    'as a CSV with a head',
    (list: string) =>
      list.replace(/^NUMBER.*/, 'order,number').replace(/^(R-\S+).*/gm, '"A, of an order","$1"'),
  ],
  ['as a column with a head', (list: string) => list.replace(/^(\S+).*/gm, '$1').replace('NUMBER', 'number')],
] as const)('takes the numbers of a file %s', async (_, written) => {
  const { apply } = await returnWorld({ db, units: { 'stool-sage': 2 } })
  const numbers = [await apply({ 'stool-sage': 1 }), await apply({ 'stool-sage': 1 })]
  const folder = await mkdtemp(join(tmpdir(), 'violet-returns-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'list.txt')
  await writeFile(file, written((await violet('list', '--to-decide')).out))
  const all = await violet('approve', '--file', file, '--yes')
  expect(all).toMatchObject({ err: '', failure: null })
  for (const number of numbers) expect(all.out).toContain(`${number}: pending_approval, audit_successful`)
})

it('takes the numbers of a list in JSON, and refuses rows without one', async () => {
  const { apply } = await returnWorld({ db })
  const number = await apply({ 'stool-sage': 1 })
  const folder = await mkdtemp(join(tmpdir(), 'violet-returns-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'list.json')
  await writeFile(file, '{"order":"A"}')
  expect(await violet('approve', '--file', file, '--yes')).toMatchObject({
    failure: `${file}:1: it has no number`,
  })
  await writeFile(file, (await violet('list', '--json')).out)
  expect(await violet('approve', '--file', file, '--yes')).toMatchObject({ failure: null })
  expect(await violet('approve', number, '--yes')).toMatchObject({
    failure: `${number}: it is approved already`,
  })
})

it('cuts no reason that is too long, and refuses nothing for it', async () => {
  const { apply } = await returnWorld({ db })
  const number = await apply({ 'stool-sage': 1 })
  expect(await violet('refuse', number, '--yes', '--reason', 'x'.repeat(1_001))).toMatchObject({
    failure: '--reason has at most 1000 characters; this one has 1001',
  })
  expect((await violet('list', '--to-decide')).out).toContain(number)
})

it('names the open return that money is promised to', async () => {
  const { order, apply } = await returnWorld({ db })
  const slug = await apply({ 'stool-sage': 2 })
  await violet('approve', slug, '--yes')
  await violet('receive', slug, '--yes')
  const words = `; more is promised by the open return ${slug} (violet returns show ${slug})`
  await expect(run('orders', 'refund', order.number, '--amount', '60', '--yes')).rejects.toThrow(
    `${order.number} has 0.00 USD that could be given back${words}`,
  )
  await expect(
    run('orders', 'refund', order.number, '--amount', '60', '--key', 'a', '--yes'),
  ).rejects.toThrow(words)
  expect(await violet('complete', slug, '--yes')).toMatchObject({ failure: null })
  expect(await refundsOf(db, order.id)).toEqual([`10200 return:${slug}`])
})

it('says what is left where a refund cannot be made, and gives nothing', async () => {
  const { order, apply } = await returnWorld({ db })
  const slug = await apply({ 'stool-sage': 2 })
  await violet('approve', slug, '--yes')
  await violet('receive', slug, '--yes')
  await giveBehind(db, order.id, 6000)
  expect(await violet('complete', slug, '--yes')).toMatchObject({
    failure: `${slug}: nothing was given back: 102.00 USD are due by the way of payment, and 42.00 USD of the order's payments are left`,
  })
  expect(await refundsOf(db, order.id)).toEqual([])
  expect((await violet('list', '--to-complete')).out).toContain(slug)
})

it('says of a refund without a parcel that there is nothing to receive', async () => {
  const { apply } = await returnWorld({ db })
  const slug = await apply(
    { 'stool-sage': 1 },
    { type: 'refund_only', reason: 'damaged', description: 'Cracked' },
  )
  await violet('approve', slug, '--yes')
  for (const words of [['receive'], ['approve']])
    expect(await violet(...words, slug, '--yes')).toMatchObject({
      failure: `${slug}: it is approved already, and nothing is sent back: refund it (violet returns complete)`,
    })
  expect(await violet('complete', slug, '--yes')).toMatchObject({ failure: null })
})

it('lists the returns of an order in any way of typing its number, and knows an unknown one', async () => {
  const { order, apply } = await returnWorld({ db })
  const slug = await apply({ 'stool-sage': 1 })
  const typed = order.number.replace('-', '').toLowerCase()
  expect((await violet('list', '--order', typed)).out).toContain(slug)
  expect(await violet('list', '--order', 'NONSENSE')).toEqual({
    out: '',
    err: '',
    failure: 'the shop has no order "NONSENSE"',
  })
})

it('counts again, takes off what is damaged, and refuses after a look', async () => {
  const { order, apply } = await returnWorld({ db, units: { 'stool-sage': 3 } })
  const [worn, whole] = [await apply({ 'stool-sage': 2 }), await apply({ 'stool-sage': 1 })]
  for (const slug of [worn, whole]) {
    await violet('approve', slug, '--yes')
    await violet('receive', slug, '--unit', 'stool-sage=0', '--yes')
  }
  expect((await violet('receive', worn, '--yes')).failure).toContain('correct the counts by --again')
  expect(await violet('receive', worn, '--again', '--unit', 'stool-sage=3', '--yes')).toMatchObject({
    failure: `${worn}: of stool-sage only 2 can be`,
  })
  expect(await violet('receive', worn, '--again')).toMatchObject({
    failure: expect.stringContaining(`Correct what came of ${worn}`) as string,
  })
  expect(await violet('receive', worn, '--again', '--yes')).toMatchObject({ failure: null })
  expect(await violet('complete', worn, '--amount', '10', '--yes')).toMatchObject({
    failure: expect.stringContaining('has an amount and a reason') as string,
  })
  expect(await violet('complete', worn, whole, '--amount', '10', '--reason', 'x', '--yes')).toMatchObject({
    failure: '--amount is for one return: the refunds of several are not the same',
  })
  expect(
    (await violet('complete', worn, '--amount', '900', '--reason', 'Scratched', '--yes')).failure,
  ).toMatch(/its refund is .* name a lower amount/)
  expect(await violet('complete', worn, '--amount', '10.50', '--reason', 'Scratched', '--yes')).toMatchObject(
    {
      out: expect.stringContaining(`${worn}: completed, audit_successful, 10.50 USD`) as string,
    },
  )
  expect(await refundsOf(db, order.id)).toEqual([`1050 return:${worn}`])
  expect(await violet('refuse', whole, '--reason', 'The parcel was empty', '--yes')).toMatchObject({
    out: expect.stringContaining(`${whole}: ended, audit_failed`) as string,
  })
})

it('counts again without forgetting what was said of the shelf', async () => {
  const { owner, apply } = await returnWorld({ db, units: { 'stool-sage': 3 } })
  const receive = (slug: string, ...flags: string[]) => violet('receive', slug, ...flags, '--yes')
  const broken = await apply({ 'stool-sage': 2 })
  await violet('approve', broken, '--yes')
  expect(await receive(broken, '--no-restock')).toMatchObject({ failure: null })
  expect(await receive(broken, '--again', '--unit', 'stool-sage=1')).toMatchObject({ failure: null })
  expect(await stockOf(db, 'stool-sage')).toBe('47/0')
  expect(await receive(broken, '--again', '--restock')).toMatchObject({ failure: null })
  expect(await stockOf(db, 'stool-sage')).toBe('49/0')

  // The other way round: of a claim that was whole after all.
  const claimed = await apply(
    { 'stool-sage': 1 },
    { reason: 'defective', description: 'It wobbles' },
    owner(),
  )
  await violet('approve', claimed, '--yes')
  expect(await receive(claimed, '--restock')).toMatchObject({ failure: null })
  expect(await receive(claimed, '--again')).toMatchObject({ failure: null })
  expect(await stockOf(db, 'stool-sage')).toBe('50/0')
  // Nothing of it is there: as at the first count.
  expect(await receive(broken, '--again', '--unit', 'stool-sage=0')).toMatchObject({ failure: null })
  expect(await receive(broken, '--again')).toMatchObject({ failure: null })
  expect(await stockOf(db, 'stool-sage')).toBe('50/0')
})

it('names what a cancelled exchange gives back, at once, and where it stands', async () => {
  const { order, owner, apply } = await returnWorld({ db, method: 'transfer' })
  await db.pool.query(
    `update sku_prices set amount = 5350
     where currency = 'USD' and sku_id = (select id from skus where sku = 'stool-ink')`,
  )
  const slug = await apply({ 'stool-sage': [1, 'stool-ink'] }, { type: 'exchange' }, owner())
  for (const step of ['approve', 'receive', 'complete']) await violet(step, slug, '--yes')
  const number = /exchanged for order (\S+), unpaid/.exec((await violet('show', slug)).out)![1]!
  await expect(run('orders', 'cancel', number)).rejects.toThrow(
    `Cancel order ${number} of ada@example.com, and give back the 48.50 USD that its exchanged goods are worth?`,
  )
  expect(await run('orders', 'cancel', number, '--yes')).toBe(
    [
      `${number}: cancelled`,
      `${number}: it was the exchange of ${slug}, whose 48.50 USD go back`,
      `${order.number}: 48.50 USD waits for you: ask ada@example.com for the account, send it there, then note it by \`violet orders refunded 2\``,
    ].join('\n'),
  )
  expect(await refundsOf(db, order.id)).toEqual([
    `4850 exchange:${slug} as goods or credit`,
    `4850 return:${slug}:exchange:home`,
  ])
  expect((await violet('show', slug)).out).toContain(`exchanged for order ${number}, cancelled`)
})

it('asks with order, amount and parcel before it takes a return back, and takes no withdrawal back', async () => {
  const { order, owner, apply } = await returnWorld({ db })
  const slug = await apply({ 'stool-sage': 1 })
  await violet('approve', slug, '--yes')
  const question = `Take back ${slug} of order ${order.number} of ada@example.com, return_and_refund, 48.50 USD`
  expect(await violet('cancel', slug)).toMatchObject({ failure: `${question}? Say --yes to do it.` })
  await sendParcel(owner(), { slug, company: 'DHL', trackingNumber: '0815' })
  expect((await violet('cancel', slug, '--yes')).failure).toBe(
    `${slug}: its shopper has sent a parcel (DHL 0815) and is told why the return ends: say --reason`,
  )
  expect((await violet('cancel', slug, '--reason', 'Sent anew')).failure).toBe(
    `${question}, whose parcel is on its way (DHL 0815)? Say --yes to do it.`,
  )
  expect(await violet('cancel', slug, '--reason', 'Sent anew', '--yes')).toMatchObject({ failure: null })
  const made = await withdrawOrder(owner(), { order: order.number, lines: null })
  const withdrawn = made.ok ? made.value.slug! : ''
  expect((await violet('cancel', withdrawn, '--reason', 'No', '--yes')).failure).toContain('legal withdrawal')
  expect((await violet('show', withdrawn)).out).toContain('pending_approval')
})
