import { hash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { openDictionaries } from './dictionaries.ts'
import type { Dictionaries, Learnt } from './dictionary.ts'
import { toCachedPage } from './cached-page.ts'

const now = (): Date => new Date('2026-11-28T12:00:00Z')
const card = '<li class="card"><a href="/product/oak">Oak stool</a><b>$46</b></li>'
const log = pino({ level: 'silent' })

function learnt(page: Learnt['page'], over: Partial<Learnt> = {}): Learnt {
  const visit = (): string => `{"code":0,"html":"${JSON.stringify(card.repeat(20))}","of":"${page}"}`
  return { langPath: '', page, edition: 'build-1', visit, ...over }
}

/** What a browser that has the newest dictionary of the language sends. */
async function browserOf(dictionaries: Dictionaries, langPath = ''): Promise<Record<string, string>> {
  const [, sum = ''] = /([0-9a-f]{64})/.exec(dictionaries.link(langPath) ?? '') ?? []
  const { content } = (await dictionaries.find(sum))!
  expect(hash('sha256', content, 'hex')).toBe(sum)
  return {
    'accept-encoding': 'gzip, br, zstd, dcb, dcz',
    'available-dictionary': `:${Buffer.from(sum, 'hex').toString('base64')}:`,
  }
}

it('is made of the first listing and the first product of a language, once for all nodes', async () => {
  const { db } = await freshDatabase()
  const first = openDictionaries({ db, log, now })
  expect(first.link('')).toBeNull()
  for (const page of ['home', 'category'] as const) first.learn(learnt(page))
  await first.settled()
  expect(first.link('')).toBeNull()
  first.learn(learnt('product'))
  await first.settled()
  expect(first.link('')).toMatch(/^<\/dictionary\/[0-9a-f]{64}>; rel="compression-dictionary"$/)
  expect(first.link('/zh')).toBeNull()

  // Another node has other pages in its cache, and takes what is there.
  const second = openDictionaries({ db, log, now })
  const other = (): string => 'other'
  for (const page of ['category', 'product'] as const) second.learn(learnt(page, { visit: other }))
  await second.settled()
  expect(second.link('')).toBe(first.link(''))
  const { rows } = await db.pool.query('select lang_path, edition from dictionaries')
  expect(rows).toEqual([{ lang_path: '', edition: 'build-1' }])
})

it('is another one after a change of the program or its look, and the former is still understood', async () => {
  const { db } = await freshDatabase()
  const dictionaries = openDictionaries({ db, log, now })
  const learn = async (edition: string): Promise<void> => {
    const visit = (): string => `${edition} ${card}`
    for (const page of ['category', 'product'] as const) dictionaries.learn(learnt(page, { edition, visit }))
    await dictionaries.settled()
  }
  await learn('build-1')
  const former = await browserOf(dictionaries)
  await learn('build-2')
  expect(await browserOf(dictionaries)).not.toEqual(former)
  expect(dictionaries.named(former, '')).not.toBeNull()
  for (const edition of ['build-3', 'build-4', 'build-5']) await learn(edition)
  const { rows } = await db.pool.query('select count(*)::int as n from dictionaries')
  expect(rows).toEqual([{ n: 4 }])
})

it('is known to a node that has never made it, of a former edition too, once it renders that language', async () => {
  const { db } = await freshDatabase()
  const first = openDictionaries({ db, log, now })
  for (const page of ['category', 'product'] as const) first.learn(learnt(page))
  await first.settled()
  const browser = await browserOf(first)
  const second = openDictionaries({ db, log, now })
  expect(second.named(browser, '')).toBeNull()
  second.learn(learnt('category', { edition: 'build-2' }))
  await second.settled()
  expect(second.named(browser, '')?.hash).toEqual(first.named(browser, '')!.hash)
  expect(second.link('')).toBeNull()
})

it('costs the database nothing, whatever a browser says that it has', async () => {
  const { db } = await freshDatabase()
  let asked = 0
  db.pool.on('acquire', () => void (asked += 1))
  const dictionaries = openDictionaries({ db, log, now })
  const names = Array.from({ length: 50 }, (_, n) => `:${hash('sha256', String(n), 'base64')}:`)
  for (const name of [...names, '', ':', ':!:', ':AAAA:', 'constructor', 'x'.repeat(9_000)])
    expect(dictionaries.named({ 'accept-encoding': 'dcz', 'available-dictionary': name }, '')).toBeNull()
  for (const sum of ['', 'x', '..', 'ab'.repeat(31), 'AB'.repeat(32)])
    expect(await dictionaries.find(sum)).toBeNull()
  await dictionaries.settled()
  expect(asked).toBe(0)
})

it('goes back with the look to the dictionary of that look', async () => {
  const { db } = await freshDatabase()
  const dictionaries = openDictionaries({ db, log, now })
  const learn = async (edition: string): Promise<string | null> => {
    const visit = (): string => `${edition} ${card}`
    for (const page of ['category', 'product'] as const) dictionaries.learn(learnt(page, { edition, visit }))
    await dictionaries.settled()
    return dictionaries.link('')
  }
  const spring = await learn('spring')
  expect(await learn('autumn')).not.toBe(spring)
  expect(await learn('spring')).toBe(spring)
})

it('is used for whoever has it and understands what is made with it', async () => {
  const { db } = await freshDatabase()
  const dictionaries = openDictionaries({ db, log, now })
  for (const page of ['category', 'product'] as const) dictionaries.learn(learnt(page))
  await dictionaries.settled()
  const browser = await browserOf(dictionaries)
  expect(dictionaries.named({ ...browser, 'accept-encoding': 'gzip, br, zstd' }, '')).toBeNull()
  expect(dictionaries.named({ 'accept-encoding': 'br, dcz' }, '')).toBeNull()
  for (const accepts of ['br, dcz;q=0', 'br, x-dcz', 'br, dcz; q=0.000'])
    expect([accepts, dictionaries.named({ ...browser, 'accept-encoding': accepts }, '')]).toEqual([
      accepts,
      null,
    ])

  // Pages of another language have little in common with it.
  expect(dictionaries.named(browser, '/zh')).toBeNull()
  const dictionary = dictionaries.named(browser, '')!
  const page = toCachedPage(
    {
      status: 200,
      main: card.repeat(9),
      around: () => ({ before: '<!doctype html><main>', after: '</main>', styleSource: null }),
      visit: ['{"code":0,"data":{"html":', '}}'],
      tags: [],
      langPath: '',
    },
    0,
  )
  const { bytes, encoding, etag } = page.visitBy(dictionary)
  expect(encoding).toBe('dcz')
  expect(bytes.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
  expect(bytes.subarray(8, 40)).toEqual(dictionary.hash)
  const plain = zstdDecompressSync(bytes.subarray(40), { dictionary: dictionary.content })
  expect(plain).toEqual(page.body('visit', null).bytes)
  expect(etag).not.toBe(page.body('visit', 'br').etag)
  expect(bytes.length).toBeLessThan(page.body('visit', 'br').bytes.length + 40)
})
