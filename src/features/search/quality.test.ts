import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productCards } from '#features/catalog/actions/browse.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { importFolder } from '#test/import-folder.ts'
import { contextOf } from '#test/page-visitor.ts'
import { findMatches } from './actions/find.ts'
import { blindDemoQueries, blindForeignQueries } from './blind-queries.ts'
import { demoQueries, foreignQueries, type QualityQuery } from './quality-queries.ts'

/** As a sample, every other query of a table. */
const sampleOf = <A>(all: readonly A[]): readonly A[] =>
  process.env['VIOLET_PROVE'] === 'whole' ? all : all.filter((_, index) => index % 2 === 1)

/** Of all queries of a table, so many must be answered as people expect. */
const share = 0.95

const catalogues = '../shared/data/catalogue'

let database: TestDatabase
let mediaDir: string

beforeAll(async () => {
  database = await createDatabase()
  mediaDir = await mkdtemp(join(tmpdir(), 'violet-search-'))
})
afterAll(async () => {
  await database.drop()
  await rm(mediaDir, { recursive: true })
})

describe('of the demo shop', () => {
  let config: unknown

  beforeAll(async () => {
    config = JSON.parse(await readFile('demo/shop.json', 'utf8'))
    for (const folder of ['demo/catalog', 'demo/content']) await importThere(folder, config)
  }, 120_000)

  it('at least 95 of 100 queries find what people expect in the first five', async () => {
    await expectQuality(demoQueries, config)
  }, 120_000)

  it('and at least 95 of 100 of those that were written before it was asked', async () => {
    await expectQuality(blindDemoQueries, config)
  }, 120_000)
})

describe('of the catalogues of others', () => {
  const there = existsSync(catalogues)

  beforeAll(async () => {
    if (!there) return
    await database.drop()
    database = await createDatabase()
    await importThere(catalogues, {})
  }, 120_000)

  it.skipIf(!there)('at least 95 of 100 queries find what people expect in the first five', async () => {
    await expectQuality(foreignQueries, {})
  })

  it.skipIf(!there)('and at least 95 of 100 of those that were written before it was asked', async () => {
    await expectQuality(blindForeignQueries, {})
  })
})

async function importThere(path: string, shop: unknown): Promise<void> {
  const imported = await importFolder(database.db, path, { config: shop, mediaDir })
  expect(imported.ok, `${path} can be imported`).toBe(true)
}

async function expectQuality(table: readonly QualityQuery[], config: unknown): Promise<void> {
  const queries = sampleOf(table)
  const faults: string[] = []
  for (const query of queries) {
    const fault = await faultOf(query, config)
    if (fault !== null) faults.push(fault)
  }
  const held = queries.length - faults.length
  const report = [`${held} of ${queries.length} queries hold`, ...faults].join('\n')
  if (faults.length > 0) process.stdout.write(`${report}\n`)
  expect(held / queries.length, report).toBeGreaterThanOrEqual(share)
}

async function faultOf(
  { q, locale, first = [], among }: QualityQuery,
  config: unknown,
): Promise<string | null> {
  const ctx = contextOf(database.db, { config, ...(locale === undefined ? {} : { locale }) })
  const { ids } = await findMatches(ctx, q, {
    maxCandidates: 1000,
    limit: 1000,
    entriesPerKind: 4,
    typing: false,
  })
  const english = contextOf(database.db, { config })
  const five = (await productCards(english, ids.slice(0, 5))).map(({ slug, title }) => [slug, title])
  const shown = five.map(([slug]) => slug).join(', ') || 'nothing'
  const missing = first.filter((name) => !five.some((names) => names.includes(name)))
  if (missing.length > 0) return `${q} (${locale ?? 'en'}): lacks ${missing.join(', ')}; finds ${shown}`
  const strange =
    among === undefined ? [] : five.filter((names) => !names.some((name) => among.includes(name!)))
  if (strange.length > 0)
    return `${q} (${locale ?? 'en'}): ${strange.map(([slug]) => slug).join(', ')} among ${shown}`
  return five.length === 0 ? `${q} (${locale ?? 'en'}): finds nothing` : null
}
