import { expect, it } from 'vitest'
import { ok, type Result } from '#domain/result.ts'
import { removeIdentity } from '#features/identity/actions/change.ts'
import { oauthUnlink } from '#features/oauth/actions/link.ts'
import { listAccounts } from '#features/oauth/queries/accounts.ts'
import { deletePasskey } from '#features/passkeys/actions/manage.ts'
import { passkeysOf, removePasskey } from '#features/passkeys/queries/passkeys.ts'
import type { Ctx } from '#platform/server/context.ts'
import { freshDatabase } from '#test/database.ts'
import { signedIn } from '#test/signed-in.ts'
import { plainProvider } from '#test/sign-in/plain-provider.ts'
import { hasWayIn } from './rules/ways-in.ts'

/*
 * Whatever takes a way in away asks the same question: whether another one is left.
 */

const mobile = `insert into customer_identities (kind, account, customer_id, verified_at)
  values ('mobile', '+85291234567', $1, now())`
const email = `insert into customer_identities (kind, account, customer_id, verified_at)
  values ('email', 'ada@example.com', $1, now())`
const passkey = (rpId: string, name = 'a'): string => `
  with known as (
    insert into passkey_users (customer_id, handle) values ($1, decode(repeat('00', 32), 'hex'))
    on conflict (customer_id) do update set customer_id = excluded.customer_id
    returning customer_id
  )
  insert into passkeys (
    customer_id, credential_id, public_key, counter, transports, aaguid, is_backed_up, rp_id, created_at
  )
  select customer_id, '${name}', '\\x00', 0, '{}', gen_random_uuid(), true, '${rpId}', now() from known`
const linked = (provider: string): string => `
  insert into oauth_accounts (provider, issuer, subject, customer_id, linked_at)
  values ('${provider}', 'https://id.example', gen_random_uuid()::text, $1, now())`
const password = `insert into customer_passwords (customer_id, hash, set_at) values ($1, 'x', now())`

/** A customer who has these and nothing else, at a shop that has the provider `plain`. */
async function having(...rows: readonly string[]) {
  const { db } = await freshDatabase()
  const ada = await signedIn(db)
  await db.pool.query('delete from customer_identities')
  for (const row of rows) await db.pool.query(row, [ada.customer])
  const context = (): Ctx => {
    const ctx = ada.context()
    ctx.signInBy = new Map([['plain', plainProvider()]])
    return ctx
  }
  return { db, customer: ada.customer, context }
}

it.each([
  ['nothing', [], false],
  ['a proven e-mail address', [email], true],
  ['an e-mail address that nobody has proven', [email.replace('now()', 'null')], false],
  ['a number', [mobile], false],
  ['a password and a number to type it with', [mobile, password], true],
  ['a password and nothing to type it with', [password], false],
  ['a passkey', [passkey('shop.example')], true],
  ['a passkey of another domain', [passkey('elsewhere.example')], false],
  ['an account at a provider', [linked('plain')], true],
  ['an account at a provider that the shop has no more', [linked('gone')], false],
] as const)('knows whether a way in is left: %s', async (_, rows, expected) => {
  const { db, customer, context } = await having(...rows)
  expect(await db.transact((tx) => hasWayIn(context(), tx, customer))).toBe(expected)
})

const firstPasskey = async (ctx: Ctx): Promise<number> =>
  (await passkeysOf(ctx.db, (await ctx.who()).customer!))[0]!.id
const firstAccount = async (ctx: Ctx): Promise<number> =>
  (await listAccounts(ctx.db, (await ctx.who()).customer!))[0]!.id

/** Each call that takes a way in away: what it takes, and how it refuses to. */
const removals: Record<
  string,
  {
    takes: string
    table: string
    refusal: string
    act: (ctx: Ctx) => Promise<Result<unknown, { name: string }>>
  }
> = {
  'a passkey': {
    takes: passkey('shop.example', 'first'),
    table: 'passkeys',
    refusal: 'last_way_in',
    act: async (ctx) => deletePasskey(ctx, { id: await firstPasskey(ctx) }),
  },
  'an account at a provider': {
    takes: linked('plain'),
    table: 'oauth_accounts',
    refusal: 'last_way_in',
    act: async (ctx) => oauthUnlink(ctx, { id: await firstAccount(ctx) }),
  },
  'an e-mail address': {
    takes: email,
    table: `customer_identities where kind = 'email'`,
    refusal: 'last_identity',
    act: (ctx) => removeIdentity(ctx, { kind: 'email' as const }),
  },
}
const lefts: Record<string, readonly string[]> = {
  'a passkey': [passkey('shop.example', 'second')],
  'an account at a provider': [linked('plain')],
  'a password': [password],
}
const pairs = Object.keys(removals).flatMap((taken) =>
  Object.keys(lefts).map((left) => [taken, left] as const),
)

it.each(pairs)('takes %s away as long as %s is left', async (taken, left) => {
  const { takes, act } = removals[taken]!
  // Written first, it has the lowest id.
  const { context } = await having(takes, mobile, ...lefts[left]!)
  expect(await act(context())).toMatchObject({ ok: true })
})

it.each(Object.entries(removals))(
  'takes %s away from nobody who has only a number besides',
  async (_, one) => {
    const { takes, table, refusal, act } = one
    const { db, context } = await having(takes, mobile)
    expect(await act(context())).toMatchObject({ ok: false, problem: { name: refusal } })
    expect((await db.pool.query(`select from ${table}`)).rowCount).toBe(1)
  },
)

/** As such code is usually broken: it takes away what it was asked to. */
async function careless(ctx: Ctx): Promise<Result<unknown, never>> {
  const id = await firstPasskey(ctx)
  await ctx.transact((tx) => removePasskey(tx, id))
  return ok(null)
}

it.each([
  ['the shop’s own', removals['a passkey']!.act, true],
  ['a planted one that asks nobody', careless, false],
] as const)('leaves a way in, whoever takes a passkey away: %s', async (_, act, holds) => {
  const { db, customer, context } = await having(removals['a passkey']!.takes, mobile)
  await act(context())
  expect(await db.transact((tx) => hasWayIn(context(), tx, customer))).toBe(holds)
})
