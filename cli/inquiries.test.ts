import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { saveConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { scratchFolder } from '#transfer/catalog/for-tests.ts'
import { violet } from './entries/for-tests.ts'

let db: Database
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('DATA_DIR', await scratchFolder())
  vi.stubEnv('INIT_CWD', undefined)
  vi.stubEnv('PUBLIC_URL', 'https://shop.example')
  const shop = { name: 'Oak', email: 'hello@shop.example' }
  expect((await saveConfig(db, { shop }, { now: new Date() })).ok).toBe(true)
  await db.pool.query(`
    insert into inquiries (number, form, contact, content, locale, created_at) values
      ('K7M2-9QXD', 'quote', '[{"code": "email", "kind": "email", "label": "Email", "value": "ada@example.com"}]',
        E'要十张凳子。\\n快点。', 'zh', '2026-11-21T12:00:00Z'),
      ('A2B3-C4D5', 'feedback', '[]', 'Good.', 'en', '2026-11-21T13:00:00Z')`)
})
afterEach(() => void vi.unstubAllEnvs())

async function answerFile(text: string | Buffer): Promise<string> {
  const file = join(await scratchFolder(), 'answer.txt')
  await writeFile(file, text)
  return file
}

const numbers = async (...options: string[]): Promise<string[]> =>
  (await violet('inquiries', 'list', '--json', ...options)).out
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { number: string }).number]))

it('mails an answer in the language of who wrote, above what was written, and is done with it', async () => {
  const file = await answerFile('\ufeff有货。\r\n\r\n周五送到。\n')
  expect((await violet('inquiries', 'answer', 'k7m2-9qxd', '--text', file)).out).toBe(
    'K7M2-9QXD: answered; the mail to ada@example.com is in line (violet mail list)\n',
  )
  const { rows } = await db.pool.query<Record<string, string>>(
    'select kind, recipient, reply_to, subject, plain, state from outbox_mails',
  )
  expect(rows).toEqual([
    expect.objectContaining({
      kind: 'inquiry.answer',
      recipient: 'ada@example.com',
      reply_to: 'hello@shop.example',
      subject: '对你留言的答复（K7M2-9QXD）',
      state: 'waiting',
    }),
  ])
  expect(rows[0]!['plain']).toMatch(
    /有货。\n\n周五送到。\n\n你在2026年11月21日写道：\n\n> 要十张凳子。\n> 快点。\n/,
  )
  expect(await numbers()).toEqual(['A2B3-C4D5'])
  expect(await numbers('--all')).toEqual(['K7M2-9QXD', 'A2B3-C4D5'])
  const { out } = await violet('inquiries', 'show', 'K7M2-9QXD')
  expect(out).toMatch(/^K7M2-9QXD {2}answered {2}quote/)
  expect(out).toMatch(/answered 20\d\d-.*:\n有货。\n\n周五送到。\n$/)
})

it('sends nothing that is empty, or that nobody can read', async () => {
  const empty = await answerFile(' \n')
  const thanks = await answerFile('Thanks.')
  expect((await violet('inquiries', 'answer', 'K7M2-9QXD', '--text', empty)).failure).toBe(
    'the answer is empty',
  )
  const latin = await answerFile(Buffer.from('Grüße', 'latin1'))
  expect((await violet('inquiries', 'answer', 'K7M2-9QXD', '--text', latin)).failure).toBe(
    `${latin} is not UTF-8 text: save it as UTF-8 first`,
  )
  expect((await violet('inquiries', 'answer', 'K7M2-9QXD', '--text', `${latin}.md`)).failure).toBe(
    `${latin}.md cannot be read: it is not there`,
  )
  expect((await violet('inquiries', 'answer', 'A2B3-C4D5', '--text', thanks)).failure).toBe(
    'A2B3-C4D5 has no e-mail address to answer to; when you have answered otherwise: violet inquiries close A2B3-C4D5',
  )
  expect((await violet('inquiries', 'answer', 'ZZZZ-ZZZZ', '--text', thanks)).failure).toBe(
    'the shop has no inquiry "ZZZZ-ZZZZ"',
  )
  expect((await db.pool.query('select from outbox_mails')).rowCount).toBe(0)
  expect(await numbers()).toEqual(['K7M2-9QXD', 'A2B3-C4D5'])
})

it('closes, reopens and deletes', async () => {
  expect((await violet('inquiries', 'close', 'a2b3-c4d5')).out).toBe('A2B3-C4D5: closed\n')
  expect(await numbers()).toEqual(['K7M2-9QXD'])
  expect(JSON.parse((await violet('inquiries', 'reopen', 'A2B3-C4D5', '--json')).out)).toEqual({
    inquiry: 'A2B3-C4D5',
    state: 'open',
  })
  expect(await numbers()).toEqual(['K7M2-9QXD', 'A2B3-C4D5'])
  expect((await violet('inquiries', 'close', 'nothing')).failure).toBe('the shop has no inquiry "nothing"')

  await violet('inquiries', 'answer', 'K7M2-9QXD', '--text', await answerFile('Yes.'))
  expect((await violet('inquiries', 'delete', 'K7M2-9QXD')).failure).toContain('Say --yes to do it.')
  expect((await violet('inquiries', 'delete', 'K7M2-9QXD', '--yes')).out).toBe('K7M2-9QXD: deleted\n')
  expect(await numbers('--all')).toEqual(['A2B3-C4D5'])
  expect((await db.pool.query('select from inquiry_answers')).rowCount).toBe(0)
})
