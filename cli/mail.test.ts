import { join } from 'node:path'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { queueMail, letterOf } from '#platform/server/jobs/outbox.ts'
import { scratchFolder } from '#transfer/catalog/for-tests.ts'
import { freshDatabase } from '#test/database.ts'
import { deliveryReport } from '#test/outgoing/delivery-report.ts'
import { testCtx } from '#test/test-ctx.ts'
import { violet } from './entries/for-tests.ts'

let db: Database
let folder: string
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  folder = await scratchFolder()
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('INIT_CWD', folder)
  vi.stubEnv('PUBLIC_URL', 'https://shop.example')
  const ctx = testCtx(db, {})
  const letter = letterOf(ctx, { subject: 'Hello', title: 'Hello', parts: [], footer: [] })
  const mail = { kind: 'order.shipped', to: 'Gone@example.org', letter }
  await db.transact((tx) => queueMail(tx, mail, ctx.origin, new Date()))
})
afterEach(() => void vi.unstubAllEnvs())

async function report(options: Parameters<typeof deliveryReport>[0] = {}): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>('select message_id as id from outbox_mails')
  await writeFile(join(folder, 'report.eml'), deliveryReport({ messageId: rows[0]!.id, ...options }))
  return 'report.eml'
}

it('counts a mail that came back, once, and shows the number beside the mails of that address', async () => {
  const file = await report()
  expect((await violet('mail', 'bounce', file)).out).toBe('gone@example.org: 5.1.1, 1 refusal for good\n')
  expect((await violet('mail', 'bounce', file)).out).toBe(
    'gone@example.org: 5.1.1, 1 refusal for good (counted before)\n',
  )
  const { out } = await violet('mail', 'list')
  const [head = '', row = ''] = out.split('\n')
  expect(row.slice(head.indexOf('BOUNCES')).trimStart()).toMatch(/^1 /)
  const [line = ''] = (await violet('mail', 'list', '--json')).out.split('\n')
  expect(JSON.parse(line)).toMatchObject({ recipient: 'Gone@example.org', hardBounces: 1 })
})

it('reads no more of a report than the longest has', async () => {
  const file = await report()
  const text = await readFile(join(folder, file), 'utf8')
  await writeFile(join(folder, file), `${text}${'x'.repeat(2_000_000 - text.length)}`)
  expect((await violet('mail', 'bounce', file)).out).toContain('1 refusal for good')
  // A file without an end would be read for ever.
  for (const endless of ['/dev/zero', await longer(file)])
    expect((await violet('mail', 'bounce', endless)).failure).toContain('too long')
})

async function longer(file: string): Promise<string> {
  await appendFile(join(folder, file), 'x')
  return file
}

it('refuses what is no report, and one about a mail that the shop has not written', async () => {
  await writeFile(join(folder, 'letter.eml'), 'Subject: Hello\r\n\r\nHello')
  for (const [file, why] of [
    ['letter.eml', 'no report of a mail server'],
    [await report({ messageId: 'guess@shop.example' }), 'has sent no such mail'],
    ['nothing.eml', 'cannot be read'],
  ] as const)
    expect((await violet('mail', 'bounce', file)).failure).toContain(why)
  expect((await db.pool.query('select from mail_bounces')).rowCount).toBe(0)
})
