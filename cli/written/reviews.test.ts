import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askQuestion } from '#features/questions/actions/write.ts'
import { addReview } from '#features/reviews/actions/write.ts'
import { saveConfig } from '#features/shop/actions.ts'
import { noteOrigin } from '#features/shop/queries.ts'
import type { Database } from '#platform/server/db/db.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { bought, reader, words } from '#test/aftersale/review-world.ts'
import { scratchFolder } from '#transfer/catalog/for-tests.ts'
import { violet } from '../entries/for-tests.ts'

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
  await db.pool.query(cartCatalogue)
})
afterEach(() => void vi.unstubAllEnvs())

async function written(change: object = {}): Promise<string> {
  const order = await bought(db)
  const added = await addReview(reader(db, order.token), {
    orderLine: order.lines['stool-sage']!,
    ...words,
    ...change,
  })
  if (!added.ok) throw new Error(added.problem.name)
  const { rows } = await db.pool.query<{ code: string }>('select code from reviews where id = $1', [
    added.value.id,
  ])
  return rows[0]!.code
}

async function fileOf(text: string): Promise<string> {
  const file = join(await scratchFolder(), 'text.txt')
  await writeFile(file, text)
  return file
}

const codes = async (area: 'reviews' | 'questions', ...options: string[]): Promise<string[]> =>
  (await violet(area, 'list', '--json', ...options)).out
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { code: string }).code]))

it('lists what nobody has read, with what leads away, and no control characters of strangers', async () => {
  const plain = await written({ score: 1 })
  const link = await written({ content: 'See www.pills.example \u001b[2Jnow' })
  expect(await codes('reviews')).toEqual([plain, link])
  expect(await codes('reviews', '--score', '1')).toEqual([plain])
  expect(await codes('reviews', '--product', 'vase')).toEqual([])
  const { out } = await violet('reviews', 'list')
  expect(out).toMatch(/^CODE +STATE +STARS +PRODUCT +ORDER +BY +LINK/)
  expect(out).toMatch(new RegExp(`${plain} +pending +1 +stool +\\S+ +Ada B\\. +- `))
  expect(out).toMatch(new RegExp(`${link} +pending +4 +stool +\\S+ +Ada B\\. +yes `))
  expect(out).not.toContain('\u001b')
  expect((await violet('reviews', 'show', plain)).out).toContain('It stands on four feet.')
  expect((await violet('reviews', 'list', '--score', '9')).failure).toBe('--score is 1 to 5')
})

it('publishes many from a file, names those that it cannot, and does the others', async () => {
  const [one, two] = [await written(), await written()]
  // As it was printed.
  const file = await fileOf(`${(await violet('reviews', 'list')).out}r-NONE\n`)
  const { out, err, failure } = await violet('reviews', 'publish', '--file', file)
  expect(out).toBe(`${one}: published\n${two}: published\n`)
  expect(err).toBe('r-NONE: the shop has no such review\n')
  expect(failure).toBe('1 of 3 could not be done')
  expect(await codes('reviews')).toEqual([])
  expect(await codes('reviews', '--state', 'published')).toEqual([one, two])
  expect((await violet('reviews', 'publish')).failure).toContain('name a review, or a file of them by --file')
})

it('refuses with a reason that there is, after asking, and shows whether bad ones are held back', async () => {
  const code = await written({ score: 1 })
  expect((await violet('reviews', 'refuse', code, '--reason', 'bad', '--yes')).failure).toContain(
    'a low score or an opinion is no reason to refuse',
  )
  expect((await violet('reviews', 'refuse', code, '--reason', 'insult')).failure).toBe(
    'Refuse 1 review as insult? Who wrote them is told. Say --yes to do it.',
  )
  expect((await violet('reviews', 'refuse', code, '--reason', 'insult', '--yes', '--json')).out).toBe(
    `{"code":"${code}","state":"refused"}\n`,
  )
  expect((await violet('reviews', 'counts')).out).toMatch(/\n1 +0 +0 +1 +100%\n$/)
  expect(JSON.parse((await violet('reviews', 'counts', '--json')).out)).toEqual([
    { score: 1, pending: 0, published: 0, refused: 1 },
  ])
})

it('answers from a file, takes the answer away, and deletes for good', async () => {
  const code = await written()
  await violet('reviews', 'publish', code)
  const answer = await fileOf('We sent feet.\n')
  expect((await violet('reviews', 'answer', code, '--text', answer)).out).toBe(`${code}: answered\n`)
  expect((await violet('reviews', 'show', code)).out).toContain('answered:\nWe sent feet.\n')
  const { rows } = await db.pool.query<{ kind: string; recipient: string }>(
    'select kind, recipient from outbox_mails order by id',
  )
  expect(rows).toEqual([
    { kind: 'review.published', recipient: 'ada@example.com' },
    { kind: 'review.answered', recipient: 'ada@example.com' },
  ])
  expect((await violet('reviews', 'answer', code, '--remove')).out).toBe(`${code}: answer removed\n`)
  expect((await violet('reviews', 'answer', 'r-NONE', '--text', answer)).failure).toBe(
    'the shop has no review "r-NONE"',
  )
  expect((await violet('reviews', 'delete', code)).failure).toContain('Say --yes to do it.')
  expect((await violet('reviews', 'delete', code, '--yes')).out).toBe(`${code}: deleted\n`)
  expect((await db.pool.query('select from reviews')).rows).toEqual([])
})

it('does the same with questions and answers', async () => {
  const asked = await askQuestion(reader(db, null, { locale: 'zh' }), {
    product: 'stool',
    content: '会晃吗？',
    displayName: 'Eve',
    email: '',
    website: '',
    verifyId: '',
    verifyAnswer: '',
  })
  const code = asked.ok ? asked.value.slug : ''
  expect(await codes('questions')).toEqual([code])
  const answer = await fileOf('不会。')
  expect((await violet('questions', 'answer', code, '--text', answer)).out).toBe(`${code}: answered\n`)
  expect(await codes('questions')).toEqual([])
  const [, own] = await codes('questions', '--all')
  const shown = JSON.parse((await violet('questions', 'show', own!, '--json')).out) as object
  expect(shown).toMatchObject({
    kind: 'answer',
    by: 'merchant',
    author: 'Oak',
    locale: 'zh',
    state: 'published',
  })
  expect((await violet('questions', 'refuse', own!, '--reason', 'unrelated', '--yes')).out).toBe(
    `${own}: refused\n`,
  )
  expect((await violet('questions', 'publish', own!)).out).toBe(`${own}: published\n`)
  expect((await violet('questions', 'delete', code)).failure).toContain('questions with their answers?')
  expect((await violet('questions', 'delete', code, '--yes', '--json')).out).toBe(
    `{"code":"${code}","state":"deleted"}\n`,
  )
  expect(await codes('questions', '--all')).toEqual([])
  expect((await violet('questions', 'answer', code, '--text', answer)).failure).toBe(
    `the shop has no question "${code}"`,
  )
})

it('takes the code of a file that names the question, too', async () => {
  const asked = await askQuestion(reader(db, null), {
    product: 'stool',
    content: 'Does it wobble?',
    displayName: 'Eve',
    email: '',
    website: '',
    verifyId: '',
    verifyAnswer: '',
  })
  const question = asked.ok ? asked.value.slug : ''
  await violet('questions', 'answer', question, '--text', await fileOf('No.'))
  const [, own] = await codes('questions', '--all')
  const file = await fileOf(`question,code,state\n${question},${own},published\n`)
  expect((await violet('questions', 'delete', '--file', file, '--yes')).out).toBe(`${own}: deleted\n`)
  expect(await codes('questions', '--all')).toEqual([question])
})

it('leads to where the server was last open, whatever the command’s own shell names', async () => {
  vi.stubEnv('PUBLIC_URL', undefined)
  vi.stubEnv('PORT', undefined)
  await noteOrigin(db, 'http://localhost:7000', new Date())
  await noteOrigin(db, 'http://localhost:7130', new Date())
  const code = await written()
  expect((await violet('reviews', 'refuse', code, '--reason', 'insult', '--yes')).failure).toBeNull()
  vi.stubEnv('PUBLIC_URL', 'https://shop.example')
  await violet('reviews', 'refuse', await written(), '--reason', 'insult', '--yes')
  const { rows } = await db.pool.query<{ html: string }>('select html from outbox_mails order by id')
  expect(rows.map(({ html }) => [...new Set(html.match(/https?:\/\/[^/"]+/g))])).toEqual([
    ['http://localhost:7130'],
    ['https://shop.example'],
  ])
})
