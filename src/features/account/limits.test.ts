import { expect, it } from 'vitest'
import { day, hour, minute } from '#domain/time.ts'
import { newToken } from '#features/session/rules/cookies.ts'
import { refusal } from '#platform/server/answers.ts'
import { mayGoOn, waitOf } from '#platform/server/rate.ts'
import { translator } from '#i18n/t.ts'
import { dictionaries } from '#storefront/dictionaries.ts'
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

it('names one time to wait, in the message and at the field', async () => {
  const { db } = await freshDatabase()
  const stranger = accountVisitor(db, { now: () => new Date('2026-11-21T12:09:20Z'), ip: '203.0.113.7' })
  const tries = async () => stranger.does(signIn, form('ada@example.com', { code: '000000' }))
  for (let n = 0; n < 10; n += 1) await tries()
  const answer = await tries()
  if (answer.ok) throw new Error('an eleventh try was judged')
  const { msg, data } = refusal(answer.problem, stranger.context().t).envelope
  expect(msg).toBe('The limit for now is reached. Please try again in 6 minutes.')
  expect(data).toMatchObject({ problem: 'too_many_tries', fields: { code: msg } })
})

it.each([
  ['en', ['one minute.', '59 minutes.', 'one hour.', '12 hours.']],
  ['zh', ['1 分钟再试。', '59 分钟再试。', '1 小时再试。', '12 小时再试。']],
  ['zh-HK', ['1 分鐘後再試。', '59 分鐘後再試。', '1 小時後再試。', '12 小時後再試。']],
] as const)('says in %s how long until a limit is over, rounded up', (locale, texts) => {
  const t = translator(dictionaries(locale), locale)
  const ends = [minute, 59 * minute, hour, 11.5 * hour]
  const said = ends.map((left) =>
    t('limit.wait', waitOf({ name: '', most: 1, within: day }, new Date(day - left))),
  )
  for (const [n, text] of texts.entries()) expect(said[n]!.endsWith(text), said[n]).toBe(true)
})

it('sends the owner a code when strangers have had those of the day, by a known browser or another network', async () => {
  const { db } = await freshDatabase()
  let at = now().getTime()
  const visitor = (ip: string) => accountVisitor(db, { now: () => new Date(at), ip })
  const ada = visitor('192.0.2.1')
  const { account } = await ada.signsUp(undefined, goodPassword)
  at += 2 * minute
  const asks = async (ip: string): Promise<string> => {
    const answer = await visitor(ip).asks(account, 'reset')
    if (answer.ok) return 'ok'
    const { hours, minutes } = answer.problem.details as { hours: number; minutes: number }
    return `${answer.problem.name} ${hours}:${minutes}`
  }
  const strangers: string[] = []
  for (let n = 0; n < 20; n += 1) strangers.push(await asks(`203.0.113.${n % 4}`))
  // Its own code to sign up is one of the day's twenty.
  expect(strangers).toEqual([...Array<string>(19).fill('ok'), 'too_many_codes 12:0'])
  expect(await ada.asks(account, 'reset'), 'a known browser').toMatchObject({ ok: true })
  expect(await asks('198.51.100.7'), 'a network that has asked for none').toBe('ok')
  expect(await asks('198.51.100.7'), 'the same again').toBe('too_many_codes 12:0')
  // Mailboxes fill: of other networks, so many in an hour and no more.
  const more: string[] = []
  for (let n = 0; n < 5; n += 1) more.push(await asks(`198.51.100.${n + 20}`))
  expect(more).toEqual(['ok', 'ok', 'ok', 'ok', 'too_many_codes 0:57'])
  at += hour
  expect(await asks('198.51.100.7')).toBe('too_many_codes 11:0')
  expect(await asks('198.51.100.99')).toBe('ok')
  at += day
  expect(await asks('203.0.113.1')).toBe('ok')
})
