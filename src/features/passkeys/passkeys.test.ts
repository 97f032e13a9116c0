import { generateKeyPairSync } from 'node:crypto'
import type { Logger } from 'pino'
import { describe, expect, it } from 'vitest'
import { minute } from '#domain/time.ts'
import { signOut } from '#features/account/actions/sign-out.ts'
import { readConfig } from '#platform/server/config.ts'
import { accountVisitor, goodPassword, type AccountVisitorOptions } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase, holdRows, untilWaiting } from '#test/database.ts'
import { codeAt } from '#features/second-factor/rules/authenticator.ts'
import { passkeyDevice } from '#test/passkey-device.ts'
import { setUpFactor } from '#test/second-factor.ts'
import {
  addPasskey,
  deletePasskey,
  listPasskeys,
  newPasskeyOptions,
  renamePasskey,
} from './actions/manage.ts'
import { passkeyFinish, passkeyOptions } from './actions/sign-in.ts'
import { warnOfOtherDomain } from './rules/other-domain.ts'

async function shop() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  return db
}

type Visitor = ReturnType<typeof accountVisitor>
type Device = ReturnType<typeof passkeyDevice>

async function adds(visitor: Visitor, device: Device) {
  const asked = await visitor.does(newPasskeyOptions, { silent: 'off' })
  if (!asked.ok) throw new Error(asked.problem.name)
  return visitor.does(addPasskey, { credential: device.makes(asked.value.options) })
}

async function asks(visitor: Visitor) {
  const asked = await visitor.does(passkeyOptions, {})
  if (!asked.ok) throw new Error(asked.problem.name)
  return asked.value.options
}

const input = (credential: ReturnType<Device['signs']>) => ({ credential, keep: 'on' as const, next: '' })

/** Ada has an account and one passkey, and is signed out. */
async function ready(options: AccountVisitorOptions = {}, device = passkeyDevice()) {
  const db = await shop()
  const ada = accountVisitor(db, options)
  const { account, user } = await ada.signsUp(undefined, goodPassword)
  const added = await adds(ada, device)
  if (!added.ok) throw new Error(added.problem.name)
  await ada.does(signOut, {})
  const rows = async (table: string): Promise<unknown[]> =>
    (await db.pool.query(`select * from ${table}`)).rows
  return { db, ada, account, user, device, added: added.value, rows }
}

describe('signing in', () => {
  it('signs in by what the passkey has signed, in a browser that was never seen, too', async () => {
    const { db, device, user } = await ready()
    const phone = accountVisitor(db, { ip: '198.51.100.7' })
    const answer = await phone.does(passkeyFinish, input(device.signs(await asks(phone))))
    expect(answer).toMatchObject({ ok: true, value: { user: { number: user.number } } })
    expect((await phone.context().who()).customer).not.toBeNull()
    const { rows } = await db.pool.query(
      `select method, (select used_at is not null from passkeys) as used from sessions order by id desc limit 1`,
    )
    expect(rows).toEqual([{ method: 'passkey', used: true }])
  })

  it.each([
    ['is two factors where it asked for a finger', true, { ok: true }],
    ['is one where it was only touched', false, { problem: { name: 'second_factor_wanted' } }],
  ])('%s', async (_, isVerified, expected) => {
    const db = await shop()
    const ada = accountVisitor(db)
    await ada.signsUp(undefined, goodPassword)
    const device = passkeyDevice({ isVerified })
    expect(await adds(ada, device)).toMatchObject({ ok: true })
    await setUpFactor(ada, (secret) => codeAt(secret, new Date()))
    const phone = accountVisitor(db, { ip: '198.51.100.7' })
    expect(await phone.does(passkeyFinish, input(device.signs(await asks(phone))))).toMatchObject(expected)
  })

  it('takes a challenge once, and of two uses at once one', async () => {
    const { ada, device, rows } = await ready()
    const signed = device.signs(await asks(ada))
    const before = (await rows('sessions')).length
    const both = await Promise.all([1, 2].map(() => ada.does(passkeyFinish, input(signed))))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { name: 'passkey_over' } })
    expect(await ada.does(passkeyFinish, input(signed))).toMatchObject({ problem: { name: 'passkey_over' } })
    expect((await rows('sessions')).length).toBe(before + 1)
  })

  it('takes a challenge in the browser that asked for it, within five minutes, to sign in with', async () => {
    let now = new Date('2026-11-21T12:00:00Z')
    const { db, ada, device } = await ready({ now: () => now })
    const thief = accountVisitor(db, { ip: '198.51.100.66', now: () => now })
    await asks(thief)
    const signed = device.signs(await asks(ada))
    expect(await thief.does(passkeyFinish, input(signed))).toMatchObject({
      problem: { name: 'passkey_over' },
    })
    // It is still good where it belongs.
    expect(await ada.does(passkeyFinish, input(signed))).toMatchObject({ ok: true })

    const late = device.signs(await asks(ada))
    now = new Date(now.getTime() + 5 * minute)
    expect(await ada.does(passkeyFinish, input(late))).toMatchObject({ problem: { name: 'passkey_over' } })

    // One for a new passkey is none to sign in with.
    const asked = await ada.does(newPasskeyOptions, { silent: 'off' })
    if (!asked.ok) throw new Error(asked.problem.name)
    const crossed = device.signs({ ...(await asks(ada)), challenge: asked.value.options.challenge })
    expect(await ada.does(passkeyFinish, input(crossed))).toMatchObject({ problem: { name: 'passkey_over' } })
  })

  it('refuses another origin, another domain and another key, and signs nobody in', async () => {
    const { ada, device, rows } = await ready()
    const before = (await rows('sessions')).length
    const [key] = device.keys
    const wrong = {
      'another origin': passkeyDevice({ origin: 'http://shop.example.evil.test' }),
      'another domain': passkeyDevice({ rpId: 'evil.test' }),
      'nobody there': passkeyDevice({ isPresent: false }),
    }
    for (const [why, other] of Object.entries(wrong))
      expect([why, await ada.does(passkeyFinish, input(other.signs(await asks(ada), key)))]).toMatchObject([
        why,
        { problem: { name: 'passkey_refused' } },
      ])
    const stranger = passkeyDevice()
    const forged = device.signs(await asks(ada))
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    stranger.keys.push({ ...key!, privateKey })
    expect(await ada.does(passkeyFinish, input(stranger.signs(await asks(ada))))).toMatchObject({
      problem: { name: 'passkey_refused' },
    })
    const foreignHandle = {
      ...device.signs(await asks(ada)),
      userHandle: Buffer.alloc(32).toString('base64url'),
    }
    expect(await ada.does(passkeyFinish, input(foreignHandle))).toMatchObject({
      problem: { name: 'passkey_refused' },
    })
    const cut = { ...forged, signature: forged.signature.slice(0, -8) }
    expect(await ada.does(passkeyFinish, input(cut))).toMatchObject({ problem: { name: 'passkey_refused' } })
    expect((await rows('sessions')).length).toBe(before)
  })

  it('knows no passkey that was never added, was deleted, or belongs to a closed account', async () => {
    const { db, ada, device } = await ready()
    const unknown = { ok: false, problem: { name: 'unknown_passkey' } }
    const foreign = passkeyDevice()
    foreign.keys.push({ ...device.keys[0]!, id: Buffer.from('somebody else’s') })
    expect(await ada.does(passkeyFinish, input(foreign.signs(await asks(ada))))).toEqual(unknown)
    await db.pool.query('update customers set closed_at = now()')
    expect(await ada.does(passkeyFinish, input(device.signs(await asks(ada))))).toEqual(unknown)
    await db.pool.query('update customers set closed_at = null')
    await db.pool.query('delete from passkeys')
    expect(await ada.does(passkeyFinish, input(device.signs(await asks(ada))))).toEqual(unknown)
  })

  it('takes a passkey that never counts, and no copy of one that does', async () => {
    const shared = await ready()
    for (const _ of [1, 2])
      expect(
        await shared.ada.does(passkeyFinish, input(shared.device.signs(await asks(shared.ada)))),
      ).toMatchObject({ ok: true })

    const device = passkeyDevice({ counts: true })
    const { ada } = await ready({}, device)
    const [key] = device.keys
    const copy = passkeyDevice({ counts: true })
    copy.keys.push({ ...key! })
    expect(await ada.does(passkeyFinish, input(device.signs(await asks(ada))))).toMatchObject({ ok: true })
    expect(await ada.does(passkeyFinish, input(copy.signs(await asks(ada))))).toMatchObject({
      problem: { name: 'passkey_refused' },
    })
  })

  it('counts tries by network, and those of a known browser by themselves', async () => {
    const now = new Date('2026-11-21T12:00:00Z')
    const { db, ada, device } = await ready({ ip: '198.51.100.7', now: () => now })
    const stranger = accountVisitor(db, { ip: '198.51.100.7', now: () => now })
    const signed = passkeyDevice()
    signed.keys.push({ ...device.keys[0]!, id: Buffer.from('nobody has it') })
    const junk = input(signed.signs(await asks(stranger)))
    const answers = []
    for (let tried = 0; tried < 101; tried += 1) answers.push(await stranger.does(passkeyFinish, junk))
    expect(answers[99]).toMatchObject({ problem: { name: 'passkey_over' } })
    expect(answers[100]).toMatchObject({ problem: { name: 'too_many_tries' } })
    expect(await ada.does(passkeyFinish, input(device.signs(await asks(ada))))).toMatchObject({ ok: true })
  })
})

describe('the customer’s passkeys', () => {
  it('are shown by the name of their manager, under a random handle', async () => {
    const { db, account, added } = await ready()
    expect(added.passkeys).toMatchObject([
      { name: 'Bitwarden', manager: 'Bitwarden', isBackedUp: true, usedAt: null },
    ])
    expect(added.known).toMatchObject({
      rpId: 'shop.example',
      userName: account,
      displayName: 'Ada Lovelace',
    })
    const handle = Buffer.from(added.known!.userId, 'base64url')
    expect(handle).toHaveLength(32)
    const { rows } = await db.pool.query('select p.handle, c.id, c.number from passkey_users p, customers c')
    expect(rows[0].handle).toEqual(handle)
    expect(handle.toString('latin1')).not.toContain(rows[0].number)
  })

  it('ask for a fresh proof before one is added or deleted, and not to be renamed', async () => {
    let now = new Date('2026-11-21T12:00:00Z')
    const db = await shop()
    const ada = accountVisitor(db, { now: () => now })
    await ada.signsUp()
    const asked = await ada.does(newPasskeyOptions, { silent: 'off' })
    if (!asked.ok) throw new Error(asked.problem.name)
    const device = passkeyDevice()
    const added = await ada.does(addPasskey, { credential: device.makes(asked.value.options) })
    if (!added.ok) throw new Error(added.problem.name)
    const { id } = added.value.passkeys[0]!
    now = new Date(now.getTime() + 10 * minute)
    const refused = { ok: false, problem: { name: 'proof_required' } }
    expect(await ada.does(newPasskeyOptions, { silent: 'off' })).toEqual(refused)
    expect(await ada.does(addPasskey, { credential: device.makes(asked.value.options) })).toEqual(refused)
    expect(await ada.does(deletePasskey, { id })).toEqual(refused)
    expect(await ada.does(renamePasskey, { id, name: 'My phone' })).toMatchObject({
      value: { passkeys: [{ id, name: 'My phone', manager: 'Bitwarden' }] },
    })
  })

  it('are nobody else’s', async () => {
    const { db, added } = await ready()
    const thief = accountVisitor(db, { ip: '198.51.100.66' })
    await thief.signsUp()
    const { id } = added.passkeys[0]!
    const unknown = { ok: false, problem: { name: 'unknown_passkey' } }
    expect(await thief.does(renamePasskey, { id, name: 'mine' })).toEqual(unknown)
    expect(await thief.does(deletePasskey, { id })).toEqual(unknown)
    expect(await thief.does(listPasskeys, {})).toEqual({ ok: true, value: { passkeys: [], known: null } })
    const { rows } = await db.pool.query('select name from passkeys')
    expect(rows).toEqual([{ name: '' }])
  })

  it('are made with a challenge of this customer in this browser, for this shop, once', async () => {
    const db = await shop()
    const ada = accountVisitor(db)
    await ada.signsUp()
    const asked = async () => {
      const answer = await ada.does(newPasskeyOptions, { silent: 'off' })
      if (!answer.ok) throw new Error(answer.problem.name)
      return answer.value.options
    }
    const refused = { problem: { name: 'passkey_refused' } }
    for (const wrong of [{ origin: 'https://shop.example' }, { rpId: 'evil.test' }, { isPresent: false }])
      expect(
        await ada.does(addPasskey, { credential: passkeyDevice(wrong).makes(await asked()) }),
      ).toMatchObject(refused)
    const device = passkeyDevice()
    const credential = device.makes(await asked())
    const renamed = { ...credential, id: Buffer.from('another id').toString('base64url') }
    expect(await ada.does(addPasskey, { credential: renamed })).toMatchObject(refused)
    expect(await ada.does(addPasskey, { credential })).toMatchObject({ problem: { name: 'passkey_over' } })
    const grace = accountVisitor(db, { ip: '198.51.100.7' })
    await grace.signsUp()
    const foreign = device.makes(await asked())
    expect(await grace.does(addPasskey, { credential: foreign })).toMatchObject({
      problem: { name: 'passkey_over' },
    })
    expect((await db.pool.query('select from passkeys')).rowCount).toBe(0)
    expect(await ada.does(addPasskey, { credential: foreign })).toMatchObject({ ok: true })
  })

  it('may be made without a touch only where the browser was asked to make one by itself', async () => {
    const ada = accountVisitor(await shop())
    await ada.signsUp()
    const asked = await ada.does(newPasskeyOptions, { silent: 'on' })
    if (!asked.ok) throw new Error(asked.problem.name)
    const credential = passkeyDevice({ isPresent: false }).makes(asked.value.options)
    expect(await ada.does(addPasskey, { credential })).toMatchObject({ ok: true })
  })

  it('write events and mails when they come and go', async () => {
    const { db, ada, account, device } = await ready()
    expect((await ada.lastMail(account))?.subject).toContain('A passkey was added')
    await ada.does(passkeyFinish, input(device.signs(await asks(ada))))
    const listed = await ada.does(listPasskeys, {})
    if (!listed.ok) throw new Error('a list is always there')
    const { id } = listed.value.passkeys[0]!
    await ada.does(renamePasskey, { id, name: 'My phone' })
    expect((await ada.lastMail(account))?.subject).toContain('A passkey was added')
    expect(await ada.does(deletePasskey, { id })).toMatchObject({
      ok: true,
      value: { passkeys: [], known: { credentialIds: [] } },
    })
    expect((await ada.lastMail(account))?.plain).toContain('My phone cannot sign in')
    const { rows } = await db.pool.query(
      `select kind, data ->> 'name' as name from security_events where kind like 'passkey%' order by id`,
    )
    expect(rows).toEqual([
      { kind: 'passkey_added', name: 'Bitwarden' },
      { kind: 'passkey_renamed', name: 'My phone' },
      { kind: 'passkey_deleted', name: 'My phone' },
    ])
  })

  it('are deleted but for the last way in, and by two at once as well', async () => {
    const { db, ada, device } = await ready()
    await ada.does(passkeyFinish, input(device.signs(await asks(ada))))
    await adds(ada, device)
    await db.pool.query(`update customer_identities set kind = 'mobile', account = '+85291234567'`)
    await db.pool.query('delete from customer_passwords')
    const listed = await ada.does(listPasskeys, {})
    if (!listed.ok) throw new Error('a list is always there')
    // Both are on their way before either can lock or delete anything: whoever takes no lock first has counted by then.
    const letGo = await holdRows(db, 'select from passkeys for update')
    const deleting = Promise.all(listed.value.passkeys.map(({ id }) => ada.does(deletePasskey, { id })))
    await untilWaiting(db, 2)
    await letGo()
    const both = await deleting
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { name: 'last_way_in' } })
    expect((await db.pool.query('select from passkeys')).rowCount).toBe(1)
  })
})

describe('the domain of passkeys', () => {
  it('is the host of the shop, or what the operator names above it', async () => {
    const db = await shop()
    const ada = accountVisitor(db, { origin: 'https://www.shop.example' })
    await ada.signsUp()
    const rpOf = async (passkeyDomain: string | null) => {
      const answer = await newPasskeyOptions({ ...ada.context(), passkeyDomain }, { silent: 'off' })
      return answer.ok ? answer.value.options.rp.id : answer.problem.name
    }
    expect(await rpOf(null)).toBe('www.shop.example')
    expect(await rpOf('shop.example')).toBe('shop.example')
    const url = { PUBLIC_URL: 'https://www.shop.example' }
    expect(readConfig({ ...url, PASSKEY_DOMAIN: 'shop.example' }).passkeyDomain).toBe('shop.example')
    for (const PASSKEY_DOMAIN of ['other.example', 'hop.example', 'a.www.shop.example'])
      expect(() => readConfig({ ...url, PASSKEY_DOMAIN })).toThrow('PASSKEY_DOMAIN')
    expect(() => readConfig({ PASSKEY_DOMAIN: 'shop.example' })).toThrow('PASSKEY_DOMAIN')
  })

  it('is warned of at the start when passkeys belong to another', async () => {
    const { db } = await ready()
    const warned: unknown[] = []
    const log = { warn: (about: unknown) => void warned.push(about) } as unknown as Pick<Logger, 'warn'>
    await warnOfOtherDomain(db, log, { publicUrl: 'https://shop.example', passkeyDomain: null })
    expect(warned).toEqual([])
    await warnOfOtherDomain(db, log, { publicUrl: 'https://new.example', passkeyDomain: null })
    expect(warned).toEqual([{ passkeys: 1, belongTo: 'shop.example', domain: 'new.example' }])
  })
})
