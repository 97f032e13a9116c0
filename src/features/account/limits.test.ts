import { expect, it } from 'vitest'
import { hour, minute } from '#domain/time.ts'
import { newToken } from '#features/session/rules/cookies.ts'
import { mayGoOn } from '#platform/server/rate.ts'
import { accountVisitor, goodPassword } from '#test/account-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { confirm, sendProof } from './actions/password.ts'
import { signIn } from './actions/sign-in.ts'
import { signOut } from './actions/sign-out.ts'
import { resetPassword, signUp } from './actions/sign-up.ts'

const now = () => new Date('2026-11-21T12:01:00Z')
const form = (account: string, { password = '', code = '' }) => ({
  account,
  password,
  code,
  countryCode: '',
  keep: 'on' as const,
  next: '',
})

it('lets the owner in after a thousand wrong tries of strangers, at a known browser and at a new one', async () => {
  const { db } = await freshDatabase()
  const ada = accountVisitor(db, { now })
  const { account } = await ada.signsUp(undefined, goodPassword)
  await ada.does(signOut, {})
  // Planted: what counts an account alone.
  const byAccount = { name: 'planted', most: 10, within: 15 * minute }
  const outcomes = new Map<string, number>()
  for (let network = 0; network < 100; network += 1) {
    const stranger = accountVisitor(db, { now, ip: `203.0.${network}.9` })
    const tries = Array.from({ length: 10 }, async () => {
      await mayGoOn(db, byAccount, account, now())
      const answer = await stranger.does(signIn, form(account, { code: '000000' }))
      const name = answer.ok ? 'ok' : answer.problem.name
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
    })
    await Promise.all(tries)
  }
  // None of them was refused for another's sake.
  expect([...outcomes]).toEqual([['code_over', 1_000]])
  expect(await mayGoOn(db, byAccount, account, now())).toBe(false)
  expect(await ada.does(signIn, form(account, { password: goodPassword }))).toMatchObject({ ok: true })
  const phone = accountVisitor(db, { now, ip: '198.51.100.7' })
  expect(await phone.does(signIn, form(account, { password: goodPassword }))).toMatchObject({ ok: true })
})

it('counts a network of IPv6 as one, whichever of its addresses are taken', async () => {
  const { db } = await freshDatabase()
  const { account } = await accountVisitor(db, { now }).signsUp(undefined, goodPassword)
  const names: string[] = []
  const byAddress: boolean[] = []
  for (let n = 1; n <= 12; n += 1) {
    const ip = `2001:db8:5:1:${n.toString(16)}::${n.toString(16)}`
    // Planted: what counts each address by itself.
    byAddress.push(await mayGoOn(db, { name: 'planted', most: 10, within: 15 * minute }, ip, now()))
    const answer = await accountVisitor(db, { now, ip }).does(signIn, form(account, { code: '000000' }))
    names.push(answer.ok ? 'ok' : answer.problem.name)
  }
  expect(names).toEqual([...Array<string>(10).fill('code_over'), 'too_many_tries', 'too_many_tries'])
  expect(byAddress).not.toContain(false)
  const next = accountVisitor(db, { now, ip: '2001:db8:5:2::1' })
  expect(await next.does(signIn, form(account, { password: goodPassword }))).toMatchObject({ ok: true })
})

it('takes an address for the same however its letters are made', async () => {
  const { db } = await freshDatabase()
  await accountVisitor(db, { now }).signsUp('ada@example.com', goodPassword)
  const spellings = [
    'ada＠example.com',
    'ａｄａ@example.com',
    'ADA@EXAMPLE.COM',
    ' ada@example。com'.replace('。', '.'),
  ]
  for (const [n, spelling] of spellings.entries()) {
    const stranger = accountVisitor(db, { now, ip: `198.51.100.${n + 1}` })
    await stranger.asks(spelling, 'signUp')
    const mail = await stranger.lastMail('ada@example.com')
    expect([spelling, mail?.plain]).toEqual([
      spelling,
      expect.stringContaining('You have an account already'),
    ])
    expect(await stranger.does(signIn, form(spelling, { password: goodPassword }))).toMatchObject({
      ok: true,
    })
  }
  const { rows } = await db.pool.query('select kind, account from customer_identities')
  expect(rows).toEqual([{ kind: 'email', account: 'ada@example.com' }])
  // What only looks like one, compared as it was typed, would be somebody else.
  expect(new Set(spellings.map((spelling) => spelling.toLowerCase())).size).toBeGreaterThan(1)
})

it('makes nothing of an address that nobody has proven', async () => {
  const { db } = await freshDatabase()
  const thief = accountVisitor(db, { now, ip: '198.51.100.66' })
  await thief.asks('ada@example.com', 'signUp')
  const own = await thief.codeOf('ada@example.com')
  const names = { firstName: 'T', lastName: 'H' }
  const wrong = own === '000000' ? '000001' : '000000'
  const tried = { ...form('ada@example.com', { password: goodPassword, code: wrong }), ...names }
  expect(await thief.does(signUp, tried)).toMatchObject({ problem: { name: 'wrong_code' } })
  const rows = async () => (await db.pool.query('select from customers')).rowCount
  expect(await rows()).toBe(0)
  await accountVisitor(db, { now }).signsUp('ada@example.com')
  expect(await rows()).toBe(1)
  expect(await thief.does(signIn, form('ada@example.com', { password: goodPassword }))).toMatchObject({
    ok: false,
  })
})

it('lets who has no password yet set one by a mail', async () => {
  const { db } = await freshDatabase()
  const { account } = await accountVisitor(db, { now }).signsUp()
  const phone = accountVisitor(db, { now, ip: '198.51.100.7' })
  expect(await phone.does(signIn, form(account, { password: goodPassword }))).toMatchObject({ ok: false })
  await phone.asks(account, 'reset')
  const code = await phone.codeOf(account)
  const reset = { token: '', account, countryCode: '', code, password: goodPassword }
  expect(await phone.does(resetPassword, reset)).toMatchObject({ ok: true })
  expect(await phone.does(signIn, form(account, { password: goodPassword }))).toMatchObject({ ok: true })
})

it('lets a stolen session guess ten times, whatever browser it says it is', async () => {
  const { db } = await freshDatabase()
  const thief = accountVisitor(db, { now })
  const { account } = await thief.signsUp(undefined, goodPassword)
  const guesses = async (password: string): Promise<string> => {
    thief.cookies['violet_device'] = newToken()
    const answer = await thief.does(confirm, { current: password, code: '', factor: '' })
    return answer.ok ? 'ok' : answer.problem.name
  }
  for (let guess = 0; guess < 10; guess += 1) expect(await guesses('wrong')).toBe('wrong_credentials')
  expect(await guesses(goodPassword)).toBe('too_many_tries')
  // Codes to the owner's mailbox count by the network, too: one was sent at the start.
  const asks = async (): Promise<boolean> => {
    thief.cookies['violet_device'] = newToken()
    return (await thief.does(sendProof, {})).ok
  }
  const asked = []
  for (let n = 0; n < 8; n += 1) asked.push(await asks())
  expect(asked.filter(Boolean)).toHaveLength(4)
  // The owner signs in anew, at another network, and has proven it by that.
  const owner = accountVisitor(db, { now, ip: '198.51.100.9' })
  expect(await owner.does(signIn, form(account, { password: goodPassword }))).toMatchObject({ ok: true })
  expect((await owner.context().who()).session).toMatchObject({ isFresh: true })
})

it('keeps text messages for known browsers when strangers have asked for all of theirs', async () => {
  const { db } = await freshDatabase()
  const account = '+8613800138000'
  let at = now().getTime()
  const ada = accountVisitor(db, { now: () => new Date(at) })
  await ada.signsUp(account)
  at += 2 * minute
  const strangers = { name: 'account.sms.shop', most: 400, within: hour }
  for (let n = 0; n < 400; n += 1) await mayGoOn(db, strangers, '', now())
  const stranger = accountVisitor(db, { now, ip: '203.0.113.7' })
  expect(await stranger.asks('+8613900139000', 'signUp')).toMatchObject({
    problem: { name: 'too_many_codes' },
  })
  expect(await ada.asks(account, 'signIn')).toMatchObject({ ok: true })
})
