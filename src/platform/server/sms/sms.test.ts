import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import {
  account,
  fail,
  openSmsProvider,
  token,
  type SmsProviderServer,
  type Stubborn,
} from '#test/sms-provider.ts'
import { readConfig } from '../config.ts'
import {
  listMails,
  openMailSender,
  queueSms,
  retryMails,
  type MailRow,
  type QueuedSms,
} from '../jobs/outbox.ts'
import type { MailTransport } from '../mail/mail.ts'
import { openSms } from './open-sms.ts'
import type { TextMessage } from './sms.ts'

const login = `${account}:${encodeURIComponent(token)}`

async function provider(answer?: (asked: number) => Stubborn | null): Promise<SmsProviderServer> {
  const server = await openSmsProvider(answer)
  onTestFinished(server.close)
  return server
}

function urlOf({ port }: SmsProviderServer, from = '+15550100'): string {
  return `twilio://${login}@127.0.0.1:${port}?tls=off&from=${from}`
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'violet-sms-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

const message: TextMessage = {
  kind: 'account.code',
  to: '+8613800138000',
  plain: '【Oak & Linen】您的验证码是 123456',
  messageId: '0b5e9d7a-0000-4000-8000-000000000000@shop.example',
  date: new Date('2026-11-21T12:00:00Z'),
}

function hand(url: string, to = message.to) {
  return openSms(readConfig({ SMS_URL: url })).hand({ ...message, to })
}

it('hands a text message over to the provider as its API is documented', async () => {
  const server = await provider()
  expect(await hand(urlOf(server))).toEqual({ kind: 'sent' })
  expect(server.taken).toEqual([{ To: '+8613800138000', Body: message.plain, From: '+15550100' }])
  const service = `MG${'0'.repeat(32)}`
  expect(await hand(urlOf(server, service))).toEqual({ kind: 'sent' })
  expect(server.taken[1]).toEqual({
    To: '+8613800138000',
    Body: message.plain,
    MessagingServiceSid: service,
  })
})

it('is told by the provider that a number is none, and writes that number into no log', async () => {
  const server = await provider()
  expect(await hand(urlOf(server), '+0123')).toEqual({
    kind: 'refused',
    reason: "HTTP 400 21211 The 'To' number … is not a valid phone number.",
  })
  expect(server.taken).toEqual([])
})

it.each([
  ['the token is wrong', 401, (response) => fail(response, 401, 20003, 'Authenticate')],
  ['the account is closed', 403, (response) => fail(response, 403, 20005, 'Account not active')],
  ['there are too many requests', 429, (response) => fail(response, 429, 20429, 'Too Many Requests')],
  ['the provider has a fault', 500, (response) => fail(response, 500, 20500, 'Internal Server Error')],
  ['something before it has one', 503, (response) => void response.writeHead(503).end('<html>')],
  ['another server answers', 200, (response) => void response.writeHead(200).end('<html>Welcome</html>')],
  ['the answer is no message', 201, (response) => void response.writeHead(201).end('{}')],
  ['the answer does not end', 201, (response) => void response.writeHead(201).end('x'.repeat(1_000_000))],
] satisfies [string, number, Stubborn][])(
  'does not hold it against the message when %s',
  async (_, status, stubborn) => {
    const server = await provider(() => stubborn)
    expect(await hand(urlOf(server))).toEqual({
      kind: 'unreachable',
      reason: expect.stringMatching(new RegExp(`^HTTP ${status}`)),
    })
  },
)

it('follows no redirect: the token goes to one host', async () => {
  const other = await provider()
  const server = await provider(() => (response) => {
    const location = `http://127.0.0.1:${other.port}/2010-04-01/Accounts/${account}/Messages.json`
    response.writeHead(307, { location }).end()
  })
  expect(await hand(urlOf(server))).toEqual({ kind: 'unreachable', reason: 'HTTP 307' })
  expect(other.asked()).toBe(0)
})

it('says why the provider cannot be reached, and nothing of its token', async () => {
  const server = await provider()
  await server.close()
  const handover = await hand(urlOf(server))
  expect(handover).toEqual({ kind: 'unreachable', reason: expect.stringContaining('ECONNREFUSED') })
  expect(JSON.stringify(handover)).not.toContain('token')
  const cut = await provider(() => (response) => void response.destroy())
  expect(await hand(urlOf(cut))).toMatchObject({ kind: 'unreachable' })
})

it('writes files that only the shop may read where no provider is configured', async () => {
  const dataDir = await folder()
  const config = readConfig({ DATA_DIR: dataDir })
  expect(await openSms(config).hand(message)).toEqual({ kind: 'filed' })
  const files = await readdir(config.smsDir)
  expect(files).toEqual(['2026-11-21T12-00-00-000Z account.code 0b5e9d7a.txt'])
  const file = join(config.smsDir, files[0]!)
  expect(await readFile(file, 'utf8')).toBe(`To: +8613800138000\n\n${message.plain}\n`)
  expect((await stat(file)).mode & 0o077).toBe(0)
  expect((await stat(config.smsDir)).mode & 0o077).toBe(0)
})

it('reads who sends text messages from one variable', () => {
  expect(readConfig({}).sms).toBeNull()
  expect(readConfig({ SMS_URL: 'twilio://AC1:s%3At@api.twilio.com?from=%2B15550100' }).sms).toEqual({
    apiUrl: 'https://api.twilio.com',
    account: 'AC1',
    login: { user: 'AC1', password: 's:t' },
    from: '+15550100',
  })
  expect(readConfig({ SMS_URL: 'twilio://SK1:secret@localhost:99/AC1?from=Oak&tls=off' }).sms).toEqual({
    apiUrl: 'http://localhost:99',
    account: 'AC1',
    login: { user: 'SK1', password: 'secret' },
    from: 'Oak',
  })
  for (const url of [
    'https://AC1:t@api.twilio.com?from=Oak',
    'twilio://AC1@api.twilio.com?from=Oak',
    'twilio://AC1:t@api.twilio.com',
    'AC1',
  ])
    expect(() => readConfig({ SMS_URL: url })).toThrow('SMS_URL')
})

/** An outbox whose text messages go to a provider, and whose mails go nowhere. */
async function outbox(answer?: (asked: number) => Stubborn | null) {
  const { db } = await freshDatabase()
  const server = await provider(answer)
  let at = new Date('2026-11-21T12:00:00Z').getTime()
  const now = (): Date => new Date(at)
  const open = (channel: 'mail' | 'sms', transport: MailTransport) => {
    const sender = openMailSender({ db, channel, transport, log: pino({ level: 'silent' }), now })
    onTestFinished(() => sender.stop())
    return sender
  }
  return {
    db,
    server,
    now,
    texts: open('sms', openSms(readConfig({ SMS_URL: urlOf(server) }))),
    mails: open('mail', { hand: async () => ({ kind: 'sent' }), close: () => {} }),
    wait: (ms: number) => void (at += ms),
    queue: (sms: Partial<QueuedSms> = {}) =>
      db.transact((tx) => {
        const until = new Date(at + 600_000)
        const whole = { kind: 'account.code', to: '+8613800138000', text: '123456', until, ...sms }
        return queueSms(tx, whole, 'https://shop.example', now())
      }),
    rows: async (): Promise<MailRow[]> => {
      const found: MailRow[] = []
      await listMails(db, null, (row) => void found.push(row))
      return found
    },
  }
}

it('waits in the outbox, is sent once, and only by its own channel', async () => {
  const box = await outbox()
  await box.queue()
  await box.mails.drain()
  expect(await box.rows()).toMatchObject([{ channel: 'sms', state: 'waiting', tries: 0 }])
  await box.texts.drain()
  await box.texts.drain()
  expect(await box.rows()).toMatchObject([
    { channel: 'sms', kind: 'account.code', recipient: '+8613800138000', state: 'sent', lastError: null },
  ])
  expect(box.server.taken).toEqual([{ To: '+8613800138000', Body: '123456', From: '+15550100' }])
})

it('is tried again when the provider fails, later and later', async () => {
  const box = await outbox((asked) => (asked < 3 ? (response) => fail(response, 500, 20500, 'no') : null))
  await box.queue()
  await box.texts.drain()
  expect(await box.rows()).toMatchObject([
    { state: 'waiting', tries: 0, nextAt: new Date('2026-11-21T12:00:05Z'), lastError: 'HTTP 500 20500 no' },
  ])
  await box.texts.drain()
  expect(box.server.asked()).toBe(1)
  box.wait(5_000)
  await box.texts.drain()
  expect(await box.rows()).toMatchObject([{ state: 'waiting', nextAt: new Date('2026-11-21T12:00:15Z') }])
  box.wait(10_000)
  await box.texts.drain()
  expect(await box.rows()).toMatchObject([{ state: 'sent', lastError: null }])
  expect(box.server.taken).toHaveLength(1)
})

it('is not sent when its code has expired meanwhile, nor with all that failed', async () => {
  const box = await outbox()
  await box.queue()
  box.wait(600_000)
  await box.texts.drain()
  expect(await box.rows()).toMatchObject([{ state: 'failed', lastError: 'it was not sent in time' }])
  expect(await retryMails(box.db, { state: 'failed' }, box.now())).toBe(0)
  expect(box.server.asked()).toBe(0)
  expect(await retryMails(box.db, { ids: [1] }, box.now())).toBe(1)
  await box.texts.drain()
  expect(box.server.taken).toHaveLength(1)
})

it('fails at once when the provider will never take it, and holds up no other', async () => {
  const box = await outbox()
  await box.queue({ to: '+0123' })
  await box.queue()
  await box.texts.drain()
  expect((await box.rows()).map(({ state }) => state)).toEqual(['failed', 'sent'])
})
