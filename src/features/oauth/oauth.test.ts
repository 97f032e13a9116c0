import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minute } from '#domain/time.ts'
import { signOut } from '#features/account/actions/sign-out.ts'
import { exportData } from '#features/customer/actions/export.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import type { ProviderAccess } from '#platform/server/config-sign-in.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { SignInProviders } from '#platform/server/sign-in-providers.ts'
import { accountVisitor } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { openOidcProvider, type OidcServer, type Person } from '#test/oidc-provider.ts'
import { oauthFinish } from './actions/finish.ts'
import { oauthAccounts, oauthUnlink } from './actions/link.ts'
import { oauthProve, oauthSendCode } from './actions/prove.ts'
import { oauthLink, oauthStart } from './actions/start.ts'
import { openSignInProviders } from './providers/open-providers.ts'
import { pruneFlows } from './queries/flows.ts'
import { callbackPath } from './rules/flow.ts'

const origin = 'http://shop.example'
const back = (name: string): string => `${origin}${callbackPath}${name}`
let acme: OidcServer
let other: OidcServer

beforeAll(async () => {
  acme = await openOidcProvider([back('acme')])
  other = await openOidcProvider([back('other')])
})
afterAll(() => Promise.all([acme.close(), other.close()]))

const silent = { warn: () => {} }
const accessOf = (server: OidcServer, name: string, trustsEmail = true): ProviderAccess => ({
  kind: 'oidc',
  ...server.access(name),
  origins: [],
  trustsEmail,
  formPost: false,
})

interface World {
  db: Database
  providers: SignInProviders
}

async function world({ trustsEmail = true } = {}): Promise<World> {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const access = [accessOf(acme, 'acme', trustsEmail), accessOf(other, 'other')]
  return { db, providers: openSignInProviders(access, { log: silent, now: () => new Date() }) }
}

/** Somebody with a browser, at a shop that has both providers. */
function visitor({ db, providers }: World, now?: () => Date) {
  const jar = accountVisitor(db, { origin, ...(now === undefined ? {} : { now }) })
  const context = (): Ctx => {
    const ctx = jar.context()
    ctx.signInBy = providers
    return ctx
  }
  const does = <I, R>(action: (ctx: Ctx, input: I) => Promise<R>, input: I): Promise<R> =>
    action(context(), input)
  const starts = async (provider = 'acme', next = ''): Promise<string> => {
    const started = await does(oauthStart, { provider, next })
    if (!started.ok) throw new Error(started.problem.name)
    return started.value.url
  }
  const goes = async (url: string, person: Person | null): Promise<Returned> => {
    const server = url.startsWith(acme.issuer) ? acme : other
    server.person = person
    return returned(await server.passes(url))
  }
  return {
    ...jar,
    context,
    does,
    starts,
    goes,
    /** The whole way, from the button to the answer. */
    signsInAs: async (person: Person | null, { provider = 'acme', next = '' } = {}) =>
      does(oauthFinish, { provider, ...(await goes(await starts(provider, next), person)) }),
    links: async (person: Person) => {
      const started = await does(oauthLink, { provider: 'acme' })
      if (!started.ok) throw new Error(started.problem.name)
      return does(oauthFinish, { provider: 'acme', ...(await goes(started.value.url, person)) })
    },
    proves: async (account: string) => {
      const asked = await does(oauthSendCode, { account, countryCode: '' })
      expect(asked).toMatchObject({ ok: true })
      const code = await jar.codeOf(account)
      return does(oauthProve, { account, countryCode: '', code, keep: 'on' as const })
    },
    customer: async () => (await context().who()).customer,
  }
}

type Returned = Omit<Parameters<typeof oauthFinish>[1], 'provider'>

function returned(url: URL): Returned {
  const text = (name: string): string => url.searchParams.get(name) ?? ''
  expect(`${url.origin}${url.pathname}`).toMatch(/^http:\/\/shop\.example\/auth\/oauth\/(acme|other)$/)
  return { state: text('state'), code: text('code'), iss: text('iss'), error: text('error'), user: '' }
}

const newPerson = (more: Partial<Person> = {}): Person => {
  const sub = randomUUID()
  return {
    sub,
    email: `${sub}@example.com`,
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Lovelace',
    ...more,
  }
}

async function counts({ db }: World): Promise<{ customers: number; accounts: number; flows: number }> {
  const { rows } = await db.pool.query<{ customers: number; accounts: number; flows: number }>(
    `select (select count(*)::int from customers) as customers,
       (select count(*)::int from oauth_accounts) as accounts,
       (select count(*)::int from oauth_flows) as flows`,
  )
  return rows[0]!
}

it('makes an account with the address that the provider vouches for, and signs in by it again', async () => {
  const shop = await world()
  const person = newPerson()
  const ada = visitor(shop)
  const first = await ada.signsInAs(person, { next: '/cart?a=1' })
  expect(first).toMatchObject({
    ok: true,
    value: {
      next: '/cart?a=1',
      signedIn: { user: { email: person.email, firstName: 'Ada', lastName: 'Lovelace', hasPassword: false } },
    },
  })
  const customer = await ada.customer()
  expect(customer).not.toBeNull()
  expect((await ada.lastMail(person.email!))?.subject).toContain('Acme now signs in')
  await ada.does(signOut, {})
  const phone = visitor(shop)
  expect(await phone.signsInAs(person)).toMatchObject({ ok: true })
  expect(await phone.customer()).toBe(customer)
  expect(await counts(shop)).toEqual({ customers: 1, accounts: 1, flows: 0 })
  const { rows } = await shop.db.pool.query<{ method: string }>('select method from sessions')
  expect(rows.map(({ method }) => method)).toEqual(['oauth', 'oauth'])
})

it('never links to an account that has the address: its owner proves it by a code first', async () => {
  const shop = await world()
  const ada = visitor(shop)
  const person = newPerson()
  await ada.signsUp(person.email)
  const owner = await ada.customer()
  const phone = visitor(shop)
  expect(await phone.signsInAs(person, { next: '/cart' })).toEqual({
    ok: false,
    problem: { name: 'oauth_proof_wanted' },
  })
  expect(await phone.customer()).toBeNull()
  expect(await counts(shop)).toMatchObject({ customers: 1, accounts: 0 })
  const wrong = { account: person.email!, countryCode: '', code: '000000', keep: 'on' as const }
  expect(await phone.does(oauthProve, wrong)).toMatchObject({ ok: false })
  expect(await phone.proves(person.email!)).toMatchObject({ ok: true, value: { next: '/cart' } })
  expect(await phone.customer()).toBe(owner)
  expect(await phone.subjects(person.email!)).toContainEqual(expect.stringContaining('Acme now signs in'))
  expect(await counts(shop)).toMatchObject({ customers: 1, accounts: 1 })
})

it('takes no address that the provider does not vouch for, nor of one that is not trusted with it', async () => {
  for (const [shop, person] of [
    [await world(), newPerson({ email_verified: false })],
    [await world({ trustsEmail: false }), newPerson()],
    [await world(), { sub: randomUUID() }],
  ] as const) {
    const ada = visitor(shop)
    expect(await ada.signsInAs(person)).toMatchObject({ problem: { name: 'oauth_proof_wanted' } })
    expect(await counts(shop)).toMatchObject({ customers: 0, accounts: 0 })
    const own = `${randomUUID()}@example.org`
    expect(await ada.proves(own)).toMatchObject({ ok: true, value: { user: { email: own } } })
    expect(await counts(shop)).toMatchObject({ customers: 1, accounts: 1 })
  }
})

it('takes a state from its own browser alone, and leaves it to it', async () => {
  const shop = await world()
  const ada = visitor(shop)
  const thief = visitor(shop)
  const person = newPerson()
  await thief.starts()
  const answer = { provider: 'acme', ...(await ada.goes(await ada.starts(), person)) }
  expect(await thief.does(oauthFinish, answer)).toEqual({ ok: false, problem: { name: 'oauth_over' } })
  const guessed = { ...answer, state: 'f'.repeat(64) }
  expect(await ada.does(oauthFinish, guessed)).toEqual({ ok: false, problem: { name: 'oauth_over' } })
  expect(await counts(shop)).toMatchObject({ customers: 0, accounts: 0 })
  expect(await ada.does(oauthFinish, answer)).toMatchObject({ ok: true })
  expect(await thief.customer()).toBeNull()
})

it('signs in once, however many use the answer at the same time', async () => {
  const shop = await world()
  const ada = visitor(shop)
  const answer = { provider: 'acme', ...(await ada.goes(await ada.starts(), newPerson())) }
  const all = await Promise.all([1, 2, 3, 4].map(() => ada.does(oauthFinish, answer)))
  expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await counts(shop)).toEqual({ customers: 1, accounts: 1, flows: 0 })
})

it('takes an answer of the provider that was asked, and of no other', async () => {
  const shop = await world()
  const ada = visitor(shop)
  const person = newPerson()
  const answer = await ada.goes(await ada.starts('acme'), person)
  expect(await ada.does(oauthFinish, { provider: 'other', ...answer })).toMatchObject({
    problem: { name: 'oauth_over' },
  })
  // The other one says that the code is its own.
  const mixed = { provider: 'acme', ...answer, iss: other.issuer }
  expect(await ada.does(oauthFinish, mixed)).toMatchObject({ problem: { name: 'oauth_refused' } })
  // A code of the other one, at the right place.
  const foreign = await ada.goes(await ada.starts('other'), person)
  const own = await ada.goes(await ada.starts('acme'), person)
  const injected = { provider: 'acme', ...own, code: foreign.code }
  expect(await ada.does(oauthFinish, injected)).toMatchObject({ problem: { name: 'oauth_refused' } })
  expect(await counts(shop)).toMatchObject({ customers: 0, accounts: 0 })
})

it('takes no code that was given to another browser, and no token with another nonce', async () => {
  const shop = await world()
  const ada = visitor(shop)
  const thief = visitor(shop)
  const person = newPerson()
  const stolen = await ada.goes(await ada.starts(), person)
  const own = await thief.goes(await thief.starts(), newPerson())
  const injected = { provider: 'acme', ...own, code: stolen.code }
  expect(await thief.does(oauthFinish, injected)).toMatchObject({ problem: { name: 'oauth_refused' } })
  const answer = await ada.goes(await ada.starts(), person)
  await shop.db.pool.query('update oauth_flows set nonce = $1 where state_hash = $2', [
    'another',
    hashToken(answer.state),
  ])
  expect(await ada.does(oauthFinish, { provider: 'acme', ...answer })).toMatchObject({
    problem: { name: 'oauth_refused' },
  })
  expect(await counts(shop)).toMatchObject({ customers: 0, accounts: 0 })
})

it('takes no code without the secret of which the provider has the hash', async () => {
  const shop = await world()
  const ada = visitor(shop)
  const answer = { provider: 'acme', ...(await ada.goes(await ada.starts(), newPerson())) }
  await shop.db.pool.query('update oauth_flows set verifier = $1', ['w'.repeat(43)])
  expect(await ada.does(oauthFinish, answer)).toMatchObject({ problem: { name: 'oauth_refused' } })
  expect(await counts(shop)).toMatchObject({ customers: 0, accounts: 0 })
})

it('is over after ten minutes, and after the shopper has declined', async () => {
  const shop = await world()
  let now = new Date()
  const ada = visitor(shop, () => now)
  const answer = { provider: 'acme', ...(await ada.goes(await ada.starts(), newPerson())) }
  now = new Date(now.getTime() + 11 * minute)
  expect(await ada.does(oauthFinish, answer)).toMatchObject({ problem: { name: 'oauth_over' } })
  const phone = visitor(shop)
  expect(await phone.signsInAs(null)).toMatchObject({ problem: { name: 'oauth_cancelled' } })
  expect(await phone.customer()).toBeNull()
})

it('goes on at paths of its own only', async () => {
  const shop = await world()
  const person = newPerson()
  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const answer = await visitor(shop).signsInAs(person, { next })
    expect(answer).toMatchObject({ ok: true, value: { next: '/user/center' } })
  }
})

it('links for who has just proven who it is, tells it, and takes it away again', async () => {
  const shop = await world()
  const ada = visitor(shop)
  const { account } = await ada.signsUp()
  const person = newPerson()
  expect(await ada.links(person)).toMatchObject({
    ok: true,
    value: { signedIn: null, next: '/user/security' },
  })
  expect((await ada.lastMail(account))?.subject).toContain('Acme now signs in')
  const list = await ada.does(oauthAccounts, {})
  expect(list).toMatchObject({
    ok: true,
    value: { accounts: [{ provider: 'acme', title: 'Acme', usedAt: null }] },
  })
  if (!list.ok) return
  const [linked] = list.value.accounts
  expect(linked!.email).toMatch(/^.…@example\.com$/)
  // Another customer can neither have it nor take it away.
  const eve = visitor(shop)
  await eve.signsUp()
  expect(await eve.links(person)).toMatchObject({ problem: { name: 'oauth_taken' } })
  expect(await eve.does(oauthUnlink, { id: linked!.id })).toMatchObject({
    problem: { name: 'unknown_linked_account' },
  })
  await shop.db.pool.query(`update sessions set proven_at = proven_at - interval '1 hour'`)
  expect(await ada.does(oauthUnlink, { id: linked!.id })).toMatchObject({
    problem: { name: 'proof_required' },
  })
  expect(await ada.does(oauthLink, { provider: 'acme' })).toMatchObject({
    problem: { name: 'proof_required' },
  })
  await shop.db.pool.query(`update sessions set proven_at = proven_at + interval '1 hour'`)
  expect(await ada.does(oauthUnlink, { id: linked!.id })).toMatchObject({ ok: true })
  expect((await ada.lastMail(account))?.subject).toContain('no longer signs in')
  expect(await counts(shop)).toMatchObject({ accounts: 0 })
  const { rows } = await shop.db.pool.query<{ kind: string }>(
    `select kind from security_events where kind like 'oauth%' order by id`,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['oauth_linked', 'oauth_unlinked'])
})

it('gives the customer what is stored of a linked account, and deletes flows that are over', async () => {
  const shop = await world()
  const ada = visitor(shop)
  const person = newPerson()
  await ada.signsInAs(person)
  expect(await ada.does(exportData, {})).toMatchObject({
    ok: true,
    value: {
      signInProviders: [{ provider: 'acme', issuer: acme.issuer, subject: person.sub, email: person.email }],
    },
  })
  await ada.starts()
  await visitor(shop).signsInAs({ sub: randomUUID() })
  await pruneFlows(shop.db, new Date())
  expect(await counts(shop)).toMatchObject({ flows: 1 })
  await pruneFlows(shop.db, new Date(Date.now() + 21 * minute))
  expect(await counts(shop)).toMatchObject({ flows: 0, accounts: 1 })
  expect((await shop.db.pool.query('select from oauth_arrivals')).rowCount).toBe(0)
})

it('links to who began it, not to who is signed in by then', async () => {
  const shop = await world()
  const ada = visitor(shop)
  await ada.signsUp()
  const started = await ada.does(oauthLink, { provider: 'acme' })
  if (!started.ok) throw new Error(started.problem.name)
  const answer = { provider: 'acme', ...(await ada.goes(started.value.url, newPerson())) }
  await ada.does(signOut, {})
  await ada.signsUp()
  expect(await ada.does(oauthFinish, answer)).toMatchObject({ problem: { name: 'oauth_over' } })
  expect(await counts(shop)).toMatchObject({ accounts: 0 })
})

it('leaves the last way in, also when two are taken away at once', async () => {
  const shop = await world()
  const ada = visitor(shop)
  await ada.signsUp()
  await ada.links(newPerson())
  await ada.links(newPerson())
  await shop.db.pool.query('delete from customer_identities')
  const list = await ada.does(oauthAccounts, {})
  if (!list.ok) throw new Error('a list is always there')
  const ids = list.value.accounts.map(({ id }) => id)
  expect(ids).toHaveLength(2)
  const gone = await Promise.all(ids.map((id) => ada.does(oauthUnlink, { id })))
  expect(gone.filter(({ ok }) => ok)).toHaveLength(1)
  expect(gone.find(({ ok }) => !ok)).toMatchObject({ problem: { name: 'last_way_in' } })
  expect(await counts(shop)).toMatchObject({ accounts: 1 })
})

it('sends ten codes for one arrival, whatever the addresses', async () => {
  const shop = await world()
  const ada = visitor(shop)
  const stranger = visitor(shop)
  await stranger.starts()
  const asked = (n: number) => ({ account: `${n}@example.com`, countryCode: '' })
  expect(await stranger.does(oauthSendCode, asked(0))).toMatchObject({ problem: { name: 'oauth_over' } })
  await ada.signsInAs({ sub: randomUUID() })
  const answers = []
  for (let n = 0; n < 11; n += 1) answers.push(await ada.does(oauthSendCode, asked(n)))
  expect(answers.map(({ ok }) => ok)).toEqual([...Array.from({ length: 10 }, () => true), false])
})

it('reads the description of a provider once an hour, and asks again after a failure', async () => {
  let now = new Date()
  const [provider] = openSignInProviders([accessOf(acme, 'acme')], { log: silent, now: () => now }).values()
  const flow = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), redirectUri: back('acme') }
  const before = acme.described()
  for (let n = 0; n < 3; n += 1) expect(await provider!.start(flow, 'en')).toMatchObject({ ok: true })
  expect(acme.described()).toBe(before + 1)
  now = new Date(now.getTime() + 61 * minute)
  await provider!.start(flow, 'en')
  expect(acme.described()).toBe(before + 2)
  const gone = { ...accessOf(acme, 'acme'), issuer: 'http://127.0.0.1:1' } as ProviderAccess
  const [down] = openSignInProviders([gone], { log: silent, now: () => now }).values()
  expect(await down!.start(flow, 'en')).toEqual({ ok: false, problem: 'unavailable' })
})
