import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { signedIn, type SignedIn } from '#test/signed-in.ts'
import { addChoices, settingsId, setQuiet, type Choices } from './queries/settings.ts'
import { emailHash } from './rules/email-hash.ts'
import { choiceKeys, eventNames, isSwitchable, notificationChannels, ruleOf } from './rules/events.ts'
import { mayNotify, mostHardBounces, readWhen } from './rules/may-notify.ts'

const now = new Date('2026-11-25T23:00:00Z')

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createDatabase()
  ;({ db } = database)
})
afterAll(() => database.drop())

const customer = (): Promise<SignedIn> => signedIn(db, { now })
const who = ({ customer: id, email }: SignedIn) => ({ customer: id, email })

async function choose(whose: { customer: number } | { email: string }, choices: Choices): Promise<void> {
  await db.transact(async (tx) => {
    const owner = 'email' in whose ? { hash: await emailHash(tx, whose.email) } : whose
    await addChoices(tx, await settingsId(tx, owner, now), choices, now)
  })
}

async function bounce(email: string, hard: number): Promise<void> {
  await db.pool.query(
    `insert into mail_bounces (email_hash, hard, status, changed_at) values ($1, $2, '5.1.1', $3)`,
    [await emailHash(db, email), hard, now],
  )
}

it('tells everybody what the contract and the account want, whatever was chosen or refused', async () => {
  const ada = await customer()
  await choose({ customer: ada.customer }, Object.fromEntries(choiceKeys.map((key) => [key, false])))
  await bounce(ada.email, mostHardBounces)
  const when = await readWhen(db, who(ada))
  const told = eventNames.flatMap((event) =>
    notificationChannels.flatMap((channel) => (when(event, channel) === null ? [] : [`${event}/${channel}`])),
  )
  const always = eventNames.flatMap((event) =>
    notificationChannels.flatMap((channel) =>
      ruleOf(event, channel) === 'always' ? [`${event}/${channel}`] : [],
    ),
  )
  expect(told).toEqual(always)
  for (const owed of ['order.placed/mail', 'order.refunded/mail', 'account.security/mail'])
    expect(told).toContain(owed)
})

it('goes by the table as long as nothing was chosen', async () => {
  const guest = { customer: null, email: 'guest@example.com' }
  expect(await mayNotify(db, guest, 'order.shipped', 'mail')).toBe(true)
  expect(await mayNotify(db, guest, 'newsletter', 'mail')).toBe(false)
  // A browser that takes push messages belongs to a customer.
  expect(await mayNotify(db, guest, 'order.shipped', 'push')).toBe(false)
  expect(await mayNotify(db, { customer: null, email: '' }, 'order.placed', 'mail')).toBe(false)
  expect(await mayNotify(db, guest, 'review.ask', 'live')).toBe(false)
})

it('hears a customer, and each channel by itself', async () => {
  const ada = await customer()
  const eve = await customer()
  await choose({ customer: ada.customer }, { 'order.shipped/mail': false, 'comment.published/mail': true })
  expect(await mayNotify(db, who(ada), 'order.shipped', 'mail')).toBe(false)
  expect(await mayNotify(db, who(ada), 'order.shipped', 'push')).toBe(true)
  expect(await mayNotify(db, who(ada), 'comment.published', 'mail')).toBe(true)
  expect(await mayNotify(db, who(eve), 'order.shipped', 'mail')).toBe(true)
})

it('hears the owner of an address that ordered as a guest, and a guest who became a customer', async () => {
  const ada = await customer()
  await choose({ customer: ada.customer }, { 'review.ask/mail': false })
  const asGuest = { customer: null, email: ada.email.toUpperCase() }
  expect(await mayNotify(db, asGuest, 'review.ask', 'mail')).toBe(false)

  const eve = await customer()
  await choose({ email: eve.email }, { 'review.ask/mail': false })
  expect(await mayNotify(db, who(eve), 'review.ask', 'mail')).toBe(false)
  // One who has not proven the address decides nothing about it.
  await db.pool.query('update customer_identities set verified_at = null where account = $1', [ada.email])
  expect(await mayNotify(db, asGuest, 'review.ask', 'mail')).toBe(true)
})

it('sends nothing that may be switched off to an address that refused three mails for good', async () => {
  const email = 'gone@example.com'
  await bounce(email, mostHardBounces - 1)
  expect(await mayNotify(db, { customer: null, email }, 'price.drop', 'mail')).toBe(true)
  await db.pool.query('update mail_bounces set hard = hard + 1 where email_hash = $1', [
    await emailHash(db, email),
  ])
  expect(await mayNotify(db, { customer: null, email }, 'price.drop', 'mail')).toBe(false)
  expect(await mayNotify(db, { customer: null, email }, 'order.placed', 'mail')).toBe(true)
})

it('lets telephones rest in quiet hours, and mails that nobody waits for', async () => {
  const ada = await customer()
  await db.transact(async (tx) => {
    const id = await settingsId(tx, { customer: ada.customer }, now)
    await setQuiet(tx, id, { from: 22 * 60, until: 7 * 60 }, now)
  })
  const at = (moment: string) => readWhen(db, who(ada), { now: new Date(moment), timeZone: 'Europe/Berlin' })
  const night = await at('2026-11-25T23:00:00Z')
  const morning = { notBefore: new Date('2026-11-26T06:00:00Z') }
  expect(night('order.shipped', 'push')).toEqual(morning)
  expect(night('order.placed', 'push')).toEqual(morning)
  expect(night('order.shipped', 'mail')).toEqual(morning)
  for (const urgent of ['order.placed', 'account.security'] as const)
    expect(night(urgent, 'mail')).toBe('at once')
  expect(night('order.shipped', 'live')).toBe('at once')
  expect((await at('2026-11-26T06:00:00Z'))('order.shipped', 'push')).toBe('at once')
})

it('has no switch for what cannot be switched', () => {
  expect(choiceKeys).not.toContain('account.security/mail')
  expect(choiceKeys).not.toContain('order.placed/mail')
  for (const event of eventNames) expect(isSwitchable(event, 'live')).toBe(false)
})
