import { expect, it } from 'vitest'
import { minute } from '#domain/time.ts'
import { endSessionsForShop } from '#features/customer/shop/customers.ts'
import { editEmail, sendChangeCode } from '#features/identity/actions/change.ts'
import { close } from '#features/identity/actions/close.ts'
import { eraseCustomer } from '#features/identity/actions/erase.ts'
import { undoChange } from '#features/identity/actions/undo.ts'
import { oauthLink } from '#features/oauth/actions/start.ts'
import { newPasskeyOptions } from '#features/passkeys/actions/manage.ts'
import { qrConfirm, qrScan } from '#features/qr/actions/judge.ts'
import { qrCreate, qrStatus } from '#features/qr/actions/wait.ts'
import { secondFactor } from '#features/second-factor/actions/second-factor.ts'
import { codeAt } from '#features/second-factor/rules/authenticator.ts'
import { endSessions } from '#features/session/queries/sessions.ts'
import { accountVisitor, goodPassword } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { plainProvider } from '#test/sign-in/plain-provider.ts'
import { setUpFactor } from '#test/second-factor.ts'
import { notMe, notMeByMail } from './actions/not-me.ts'
import { editPassword } from './actions/password.ts'
import { signIn } from './actions/sign-in.ts'
import { signOutAll } from './actions/sign-out.ts'
import { resetPassword } from './actions/sign-up.ts'
import { signLink } from '#platform/server/signing.ts'

/*
 * Whatever ends the sessions of a customer ends what somebody waits with, too: a thief who has shown the password, or
 * has a code that is not used yet, is out.
 */

const changed = 'new@example.com'
const other = 'nine-lighthouses-in-fog'

/** Ada has an account with a second factor, whose e-mail address was changed. */
async function world() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  let now = new Date('2026-11-24T12:00:00Z')
  let network = 0
  const browser = () => accountVisitor(db, { ip: `198.51.100.${(network += 1)}`, now: () => now })
  const ada = browser()
  await ada.signsUp('old@example.com', goodPassword)
  await ada.does(sendChangeCode, { account: changed, countryCode: '' })
  await ada.does(editEmail, { account: changed, code: await ada.codeOf(changed) })
  const { secret } = await setUpFactor(ada, (made) => codeAt(made, now))
  // The step of the code that turned it on is used up.
  now = new Date(now.getTime() + minute)
  const { customer } = await ada.context().who()
  return { db, browser, ada, customer: customer!, factorCode: () => codeAt(secret, now), now: () => now }
}

type World = Awaited<ReturnType<typeof world>>

const byPassword = {
  account: changed,
  password: goodPassword,
  code: '',
  countryCode: '',
  keep: 'on' as const,
  next: '',
}

/** Somebody waits in every way that there is. */
async function begins({ browser, ada }: World) {
  const thief = browser()
  expect(await thief.does(signIn, byPassword)).toMatchObject({ problem: { name: 'second_factor_wanted' } })
  const [read, confirmed] = [await shows(thief), await shows(thief)]
  expect(await ada.does(qrScan, { ticket: read })).toMatchObject({ ok: true })
  expect(await ada.does(qrConfirm, { ticket: confirmed, accept: 'yes' as const })).toMatchObject({ ok: true })
  await thief.asks(changed, 'signIn')
  const code = await thief.codeOf(changed)
  const another = browser()
  await another.asks(changed, 'reset')
  const reset = await another.codeOf(changed)
  expect(await ada.does(newPasskeyOptions, { silent: 'off' as const })).toMatchObject({ ok: true })
  const ctx = ada.context()
  ctx.signInBy = new Map([['plain', plainProvider()]])
  expect(await oauthLink(ctx, { provider: 'plain' })).toMatchObject({ ok: true })
  return { thief, tickets: [read, confirmed], code, another, reset }
}

/** Shows a QR code. Returns its ticket. */
async function shows(browser: ReturnType<World['browser']>): Promise<string> {
  const shown = await browser.does(qrCreate, {})
  if (!shown.ok) throw new Error(shown.problem.name)
  return shown.value.ticket
}

/** How many rows wait, by kind. */
async function waiting({ db, customer }: World, before: number): Promise<Record<string, number>> {
  const { rows } = await db.pool.query<Record<string, number>>(
    `select
       (select count(*)::int from pending_sign_ins where customer_id = $1) as "signIns",
       (select count(*)::int from qr_tickets where customer_id = $1 and state in ('scanned', 'confirmed')) as tickets,
       (select count(*)::int from one_time_codes where account = $2 and used_at is null and id <= $3) as codes,
       (select count(*)::int from webauthn_challenges where customer_id = $1) as challenges,
       (select count(*)::int from oauth_flows where customer_id = $1) as links`,
    [customer, changed, before],
  )
  return rows[0]!
}

const endings: Record<string, (world: World) => Promise<unknown>> = {
  'a new password': ({ ada }) =>
    ada.does(editPassword, { current: goodPassword, code: '', factor: '', password: other }),
  'a new password by mail': async ({ browser, factorCode }) => {
    const owner = browser()
    await owner.asks(changed, 'reset')
    const code = await owner.codeOf(changed)
    const sent = { account: changed, countryCode: '', token: '', code, password: other }
    const answer = await owner.does(resetPassword, sent)
    // The owner waits for the second factor by now, and nobody else.
    expect(answer).toMatchObject({ problem: { name: 'second_factor_wanted' } })
    expect(await owner.does(secondFactor, { code: factorCode(), trust: 'off' as const })).toMatchObject({
      ok: true,
    })
    return { ok: true }
  },
  'undoing a change of the address': async ({ db, ada }) => {
    const { rows } = await db.pool.query<{ plain: string }>(
      `select plain from outbox_mails where recipient = 'old@example.com' and plain like '%undo=%'`,
    )
    const token = /[?&]undo=([\w-]{43})/.exec(rows[0]!.plain)![1]!
    return ada.does(undoChange, { token })
  },
  'another change of the address': async ({ ada }) => {
    await ada.does(sendChangeCode, { account: 'third@example.com', countryCode: '' })
    const code = await ada.codeOf('third@example.com')
    return ada.does(editEmail, { account: 'third@example.com', code })
  },
  '"this was not me"': ({ ada }) => ada.does(notMe, { event: 1 }),
  '"this was not me" by mail': async ({ db, browser, now }) =>
    browser().does(notMeByMail, {
      token: await signLink(db, `account.notMe.${changed}`, 1, new Date(now().getTime() + minute)),
    }),
  'signing out everywhere': ({ ada }) => ada.does(signOutAll, {}),
  'closing the account': ({ ada }) => ada.does(close, { confirmation: changed, forfeit: 'off' as const }),
  'the operator who ends its sessions': async ({ ada, customer }) => ({
    ok: (await endSessionsForShop(ada.context(), customer)) === 1,
  }),
  'the operator who erases it': async ({ db, customer, now }) => ({
    ok: await db.transact((tx) => eraseCustomer(tx, customer, now())),
  }),
}

it.each(Object.entries(endings))('%s ends all that waits', async (_, ends) => {
  const shop = await world()
  const { thief, tickets, code, another, reset } = await begins(shop)
  const { rows } = await shop.db.pool.query<{ last: number }>('select max(id) as last from one_time_codes')
  const before = rows[0]!.last
  expect(await waiting(shop, before)).toEqual({ signIns: 1, tickets: 2, codes: 2, challenges: 1, links: 1 })
  expect(await ends(shop)).toMatchObject({ ok: true })
  expect(await waiting(shop, before)).toEqual({ signIns: 0, tickets: 0, codes: 0, challenges: 0, links: 0 })

  expect(await thief.does(secondFactor, { code: shop.factorCode(), trust: 'off' as const })).toMatchObject({
    problem: { name: 'sign_in_over' },
  })
  for (const ticket of tickets)
    expect(await thief.does(qrStatus, { ticket, keep: 'on' as const, next: '' })).toMatchObject({
      value: { state: 'over', signedIn: null },
    })
  expect(await thief.does(signIn, { ...byPassword, password: '', code })).toMatchObject({
    problem: { name: 'code_over' },
  })
  const again = { account: changed, countryCode: '', token: '', code: reset, password: other }
  expect(await another.does(resetPassword, again)).toMatchObject({ problem: { name: 'code_over' } })
  expect((await thief.context().who()).customer).toBeNull()
})

it('would notice an ending that ends sessions alone', async () => {
  const shop = await world()
  const { thief } = await begins(shop)
  const { db, customer, now } = shop
  await db.transact((tx) => endSessions(tx, customer, null, 'elsewhere', now()))
  expect(await waiting(shop, Number.MAX_SAFE_INTEGER)).toMatchObject({ signIns: 1, tickets: 2, codes: 2 })
  expect(await thief.does(secondFactor, { code: shop.factorCode(), trust: 'off' as const })).toMatchObject({
    ok: true,
  })
})
