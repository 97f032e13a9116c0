import type { Command } from 'commander'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { article, contentFileOf, exportedContent, page, review } from '#transfer/content/for-tests.ts'
import { entry, exported, fileOf, scratchFolder, violetFile } from '#transfer/catalog/for-tests.ts'
import type { ImportReport } from '#transfer/catalog/import.ts'
import { freshDatabase } from '#test/database.ts'
import type { Database } from '#platform/server/db/db.ts'
import { violet } from '#test/cli/calls.ts'
import { createProgram } from './program.ts'
import { exitCodes } from './terminal.ts'

let db: Database
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('DATA_DIR', await scratchFolder())
  vi.stubEnv('INIT_CWD', undefined)
})
afterEach(() => void vi.unstubAllEnvs())

it('accepts --yes at every command of a family of which one asks', () => {
  const families = createProgram('1.2.3').commands.filter(({ commands }) => commands.length > 0)
  const says = (command: Command): boolean => command.options.some(({ long }) => long === '--yes')
  const partly = families.filter(({ commands }) => commands.some(says) && !commands.every(says))
  expect(partly.map((family) => family.name())).toEqual([])
  expect(families.filter(({ commands }) => commands.some(says)).map((family) => family.name())).toEqual(
    expect.arrayContaining(['orders', 'returns', 'reviews', 'articles', 'questions']),
  )
})

describe('violet import', () => {
  it('prints a table for people and says by its exit code whether all went in', async () => {
    const good = await violetFile({ products: [entry('cup'), entry('mug')] })
    const first = await violet('import', good, '--pictures', 'none')
    expect(first).toMatchObject({
      code: 0,
      out: 'products  2 added  0 changed  0 as they were  0 refused\nSKUs: 2 added, 0 changed, 0 retired\n',
    })
    expect(first.err).toMatch(/^done in [\d.]+ s\n$/)
    const bad = await fileOf('Handle,Title,Variant Price\nmug,Mug,x\n', 'bad.csv')
    const second = await violet('import', bad, '--pictures', 'none')
    expect(second.code).toBe(2)
    expect(second.err).toContain(`${bad}:2: mug: Variant Price is "x": not a price such as 19.90\n`)
  })

  it('prints nothing but one JSON object when it is asked to', async () => {
    const { out, err, code } = await violet(
      'import',
      await violetFile({ products: [entry('cup'), { slug: 'no' }] }),
      '--json',
      '--pictures',
      'none',
    )
    const report = JSON.parse(out) as ImportReport
    expect([code, err]).toEqual([2, ''])
    expect(report).toMatchObject({
      formats: ['violet'],
      products: { added: 1, changed: 0, same: 0, refused: 1 },
      applied: true,
    })
    expect(report.problems).toMatchObject([{ entry: 'no', reason: 'title: is missing' }, { entry: 'no' }])
  })

  it('keeps nothing when it is strict or dry', async () => {
    const file = await violetFile({ products: [entry('cup'), { slug: 'no' }] })
    const strict = await violet('import', file, '--strict', '--pictures', 'none')
    expect([strict.code, strict.err]).toEqual([
      2,
      expect.stringMatching(/nothing was kept, because of the problems above\n$/),
    ])
    const dry = await violet(
      'import',
      await violetFile({ products: [entry('cup')] }),
      '--dry-run',
      '--pictures',
      'none',
    )
    expect([dry.code, dry.err]).toEqual([
      0,
      expect.stringMatching(/^a dry run of [\d.]+ s: nothing was kept\n$/),
    ])
    expect((await db.pool.query('select 1 from products')).rows).toEqual([])
  })

  it('reads paths from where the operator is, and says in one line why it cannot', async () => {
    const file = await violetFile({ products: [entry('cup')] })
    vi.stubEnv('INIT_CWD', join(file, '..'))
    expect((await violet('import', file.split('/').at(-1)!, '--pictures', 'none')).code).toBe(0)
    expect(await violet('import', 'none.csv')).toEqual({
      code: 1,
      out: '',
      err: `${join(file, '..', 'none.csv')} cannot be read: it is not there`,
    })
    expect(await violet('import', file, '--currency', 'xau')).toEqual({
      code: 1,
      out: '',
      err: 'the shop has no rate for XAU: add it to shop.currencies first',
    })
  })
})

describe('violet export', () => {
  it('writes a file whole or not at all, or to standard output', async () => {
    await violet('import', await violetFile({ products: [entry('cup')] }), '--pictures', 'none')
    const folder = await scratchFolder()
    const toFile = await violet('export', join(folder, 'shop.json'), '--json')
    expect(JSON.parse(toFile.out)).toEqual({ categories: 0, tags: 0, products: 1, collections: 0 })
    expect(await readdir(folder)).toEqual(['shop.json'])
    const text = await exported(db)
    expect(await readFile(join(folder, 'shop.json'), 'utf8')).toBe(text)
    expect(await violet('export')).toEqual({
      code: 0,
      out: text,
      err: '1 product, 0 categories, 0 tags, 0 collections\n',
    })
    expect((await violet('export', join(folder, 'no', 'shop.json'))).code).toBe(1)
    expect(await readdir(folder)).toEqual(['shop.json'])
  })
})

describe('content', () => {
  it('goes in by import, a line for each kind, and what is wrong is told by line', async () => {
    await violet('import', await violetFile({ products: [entry('cup')] }), '--pictures', 'none')
    const file = await contentFileOf({
      articles: [article('oak'), article('ash', { tags: ['tin'] })],
      reviews: [review('rv-1')],
    })
    const { code, out, err } = await violet('import', file, '--pictures', 'none')
    expect([code, out]).toEqual([
      2,
      'articles  1 added  0 changed  0 as they were  1 refused\nreviews   1 added  0 changed  0 as they were  0 refused\n',
    ])
    expect(err).toContain(`${file}:23: ash: the tag "tin" is not known\n`)
  })

  it('comes out by export: all of the shop into a folder, which changes nothing when imported', async () => {
    await violet('import', await violetFile({ products: [entry('cup')] }), '--pictures', 'none')
    await violet('import', await contentFileOf({ pages: [page('about')] }), '--pictures', 'none')
    const folder = join(await scratchFolder(), 'shop')
    expect(await violet('export', `${folder}/`)).toEqual({
      code: 0,
      out: '',
      err: '1 product, 0 categories, 0 tags, 0 collections, 0 articles, 1 page, 0 promotions, 0 coupons, 0 inquiry forms, 0 reviews, 0 comments\n',
    })
    const text = await exportedContent(db)
    expect(await readFile(join(folder, 'content.json'), 'utf8')).toBe(text)
    expect(await readFile(join(folder, 'catalog.json'), 'utf8')).toBe(await exported(db))
    const again = JSON.parse((await violet('import', folder, '--pictures', 'none', '--json')).out) as object
    expect(again).toMatchObject({
      formats: ['violet', 'violet-content'],
      products: { added: 0, changed: 0, same: 1 },
      pages: { added: 0, changed: 0, same: 1 },
      problems: [],
    })
    expect((await violet('export', '--what', 'content')).out).toBe(text)
  })

  it('is in a backup', async () => {
    await violet('import', await contentFileOf({ pages: [page('about')] }), '--pictures', 'none')
    const text = await exportedContent(db)
    const file = join(await scratchFolder(), 'shop.backup')
    await violet('backup', file)
    const other = await freshDatabase()
    vi.stubEnv('DATABASE_URL', other.url)
    expect((await violet('restore', file)).code).toBe(0)
    expect(await exportedContent(other.db)).toBe(text)
  })
})

it('takes the demo away only when it is told to', async () => {
  expect(await violet('demo', 'remove')).toEqual({
    code: 1,
    out: '',
    err: 'Take the demo shop away? Say --yes to do it.',
  })
  expect(await violet('demo', 'remove', '--yes')).toEqual({
    code: 1,
    out: '',
    err: 'this shop has nothing that the demo brought',
  })
})

it('loads the demo over a shop of its own only when it is told to', async () => {
  await violet(
    'config',
    'set',
    await fileOf('{"shop": {"name": "Mine", "baseCurrency": "EUR"}}', 'shop.json'),
  )
  const mug = entry('mug', { skus: [{ sku: 'mug', prices: { EUR: { price: '9' } } }] })
  await violet('import', await violetFile({ products: [mug] }), '--pictures', 'none')
  const { code, err } = await violet('demo', 'load')
  expect(code).toBe(1)
  expect(err).toMatch(
    /^This shop has settings, 1 product of its own\. The demo replaces shop\.name, .*\bshop\.baseCurrency, .*\. Load the demo into this shop\? Say --yes to do it\.$/,
  )
  expect((await violet('config', 'get', 'shop.name')).out).toBe('"Mine"\n')
  const { rows } = await db.pool.query('select slug from products')
  expect(rows).toEqual([{ slug: 'mug' }])
})

describe('violet stock', () => {
  it('sets, adds and lists', async () => {
    await violet('import', await violetFile({ products: [entry('cup'), entry('mug')] }), '--pictures', 'none')
    expect(await violet('stock', 'set', 'cup', '12')).toEqual({
      code: 0,
      out: 'cup: 12 on hand, 0 held by orders\n',
      err: '',
    })
    expect(JSON.parse((await violet('stock', 'add', 'cup', '--json', '--', '-2')).out)).toMatchObject({
      sku: 'cup',
      onHand: 10,
    })
    expect((await violet('stock', 'list')).out).toBe(
      'SKU  ON HAND  HELD  LEFT  PRODUCT\ncup  10       0     10    cup\nmug  3        0     3     mug\n',
    )
    expect(
      (await violet('stock', 'list', '--low', '--json')).out
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { sku: string }).sku),
    ).toEqual(['mug'])
  })

  it('refuses in one line', async () => {
    expect(await violet('stock', 'set', 'cup', '1')).toEqual({
      code: 1,
      out: '',
      err: 'the shop has no SKU "cup"',
    })
    expect((await violet('stock', 'set', 'cup', 'many')).err).toContain('It must be a whole number.')
    await violet('import', await violetFile({ products: [entry('cup')] }), '--pictures', 'none')
    await db.pool.query('update skus set held = 2')
    expect(await violet('stock', 'add', 'cup', '--', '-2')).toEqual({
      code: 1,
      out: '',
      err: '"cup" has 3 on hand, and orders hold 2 of them',
    })
  })
})

it('lists who asked for the newsletter', async () => {
  await db.pool.query(
    `insert into newsletter_subscribers (email, locale, created_at, changed_at) values ('mei@example.com', 'zh', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z')`,
  )
  expect((await violet('newsletter', 'list')).out).toBe(
    'EMAIL            STATE    LANGUAGE  SINCE\nmei@example.com  pending  zh        2026-11-20T10:00:00.000Z\n',
  )
  expect(JSON.parse((await violet('newsletter', 'list', '--json')).out)).toEqual({
    email: 'mei@example.com',
    locale: 'zh',
    state: 'pending',
    createdAt: '2026-11-20T10:00:00.000Z',
    unsubscribe: expect.stringMatching(
      /^http:\/\/localhost:\d+\/zh\/newsletter\/unsubscribe\?token=1\.0\.[\w-]{43}$/,
    ),
  })
})

describe('violet backup and restore', () => {
  it('bring a shop into an empty one, and into a full one only by force', async () => {
    await violet('import', await violetFile({ products: [entry('cup')] }), '--pictures', 'none')
    const text = await exported(db)
    const file = join(await scratchFolder(), 'shop.backup')
    expect(await violet('backup', file)).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+ rows in \d+ tables, 0 picture files: 0\.\d MB\n$/),
      err: '',
    })
    const other = await freshDatabase()
    vi.stubEnv('DATABASE_URL', other.url)
    vi.stubEnv('DATA_DIR', await scratchFolder())
    expect((await violet('restore', file)).code).toBe(0)
    expect(await exported(other.db)).toBe(text)
    const again = await violet('restore', file)
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('Nothing was changed.')])
    expect(await violet('restore', file, '--force')).toMatchObject({ code: 0 })
  })
})

it('shows what visitors wrote, by number and as JSON, and lets nobody move the cursor', async () => {
  await db.pool.query(`
    insert into inquiries (number, form, product, contact, content, locale, created_at) values
      ('K7M2-9QXD', 'quote', 'stool', '[{"code": "email", "kind": "email", "label": "Email", "value": "ada@example.com"}]',
        E'Ten stools.\\nSoon.\\u009b2J', 'en', '2026-11-21T12:00:00Z'),
      ('A2B3-C4D5', 'feedback', null, '[]', 'Good.', 'zh', '2026-11-21T13:00:00Z')`)
  const listed = await violet('inquiries', 'list', '--form', 'quote')
  expect(listed.out.split('\n')[1]).toMatch(
    /^K7M2-9QXD .* quote .* ada@example\.com .* 0 .* Ten stools\. Soon\.�2J$/,
  )
  const shown = await violet('inquiries', 'show', 'k7m2-9qxd')
  expect(shown.out).toContain('Email: ada@example.com\nProduct: stool\n\nTen stools.\nSoon.�2J\n')
  expect(await violet('inquiries', 'list', '--form', 'qoute')).toMatchObject({
    code: exitCodes.failed,
    err: expect.stringContaining('no form has the address qoute; there are feedback, quote') as string,
  })
  const exported = (await violet('inquiries', 'export', '--json')).out.trim().split('\n')
  expect(exported.map((line) => (JSON.parse(line) as { number: string }).number)).toEqual([
    'K7M2-9QXD',
    'A2B3-C4D5',
  ])
  expect(await violet('inquiries', 'show', 'nothing')).toMatchObject({ code: exitCodes.failed, out: '' })
})

it('shows the mails that could not be sent, and puts them in line again', async () => {
  await db.pool.query(`
    insert into outbox_mails (kind, recipient, sender_name, subject, html, plain, message_id, state, tries, next_at, give_up_at, last_error, created_at, sent_at)
    select 'inquiry.shop', state || '@example.com', 'Violet', 's', 'h', 'p', state, state, 3, now(), now(), 'No such user', now(),
      case when state in ('sent', 'filed') then now() end
    from unnest(array['sent', 'failed', 'filed']) state`)
  const listed = await violet('mail', 'list', '--state', 'failed', '--json')
  expect(JSON.parse(listed.out)).toMatchObject({
    recipient: 'failed@example.com',
    tries: 3,
    lastError: 'No such user',
  })
  expect(await violet('mail', 'retry')).toMatchObject({ code: exitCodes.failed, out: '' })
  expect((await violet('mail', 'retry', '--failed', '--filed', '--json')).out).toBe('{"retried":2}\n')
  expect(await violet('mail', 'retry', '2', '1', '9')).toEqual({
    code: exitCodes.failed,
    out: '',
    err: 'no mail was put in line: 1 was sent already, 9 is not there',
  })
  const { rows } = await db.pool.query('select state, tries from outbox_mails order by id')
  expect(rows).toEqual([
    { state: 'sent', tries: 3 },
    { state: 'waiting', tries: 0 },
    { state: 'waiting', tries: 0 },
  ])
})

it('says why nobody was counted, and what a notice said', async () => {
  const reasons = { ask: 'only visitors who agree', off: 'With "ask"', always: 'nobody came' }
  for (const [statistics, why] of Object.entries(reasons)) {
    await violet('config', 'set', await fileOf(JSON.stringify({ shop: { statistics } }), 'shop.json'))
    const told = await violet('visitors')
    expect([told.out, told.err]).toEqual(['', expect.stringContaining(why)])
  }
  expect((await violet('notice', 'send', 'Back soon', '--json')).out).toBe('{"said":{"en":"Back soon"}}\n')
})

it('tells about each of its commands', async () => {
  const commands: string[][] = []
  const walk = (command: Command, path: string[]): void => {
    commands.push(path)
    for (const child of command.commands) walk(child, [...path, child.name()])
  }
  walk(createProgram('1.2.3'), [])
  expect(commands.length).toBeGreaterThan(10)
  for (const path of commands) {
    const help = await violet(...path, '--help')
    expect([help.code, help.out]).toEqual([0, expect.stringMatching(/^Usage: violet /)])
    expect(help.out.split('\n\n')[1], path.join(' ')).toMatch(/^[a-z].{9,}/s)
    // As the README says; commands of commands print their help.
    if (!help.out.includes('\nCommands:\n')) expect(help.out, path.join(' ')).toMatch(/^ {2}--json /m)
  }
  expect((await violet('--version')).out).toBe('1.2.3\n')
})
