import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, freshDatabase } from '#test/database.ts'
import {
  counts,
  dollars,
  expectConsistent,
  expectOnlyWhole,
  fileOf,
  noon,
  run,
  samples,
  scratchFolder,
  shopOf,
  withoutSamples,
} from './for-tests.ts'
import { importCatalog, type ImportReport } from './import.ts'

const all = [
  { name: 'apparel', kind: 'csv' },
  { name: 'dummy', kind: 'json' },
  { name: 'home', kind: 'csv' },
] as const
/** As a sample, one of each kind. */
const files: readonly (typeof all)[number][] = process.env['VIOLET_PROVE'] === 'whole' ? all : all.slice(0, 2)

describe.skipIf(withoutSamples).each(files)('a damaged copy of $name', ({ name, kind }) => {
  let text: string
  /** Address → entry, as the undamaged file gives it. */
  let whole: Map<string, string>

  beforeAll(async () => {
    text = await readFile(samples[name], 'utf8')
    const { db, drop } = await createDatabase()
    await run(db, samples[name])
    whole = (await shopOf(db)).products
    await drop()
  })

  /** Imports it into a shop of its own; what is there must be whole, what is missing must have been told. */
  async function damaged(
    content: string | Buffer,
    except: string[] = [],
  ): Promise<{ report: ImportReport; left: number; problems: string[] }> {
    const { db } = await freshDatabase()
    const report = await run(db, await fileOf(content, kind === 'csv' ? 'damaged.csv' : 'damaged.json'))
    const left = await expectOnlyWhole(db, whole, except)
    await expectConsistent(db)
    expect(counts(report)[0]).toBe(left)
    return { report, left, problems: report.problems.map(({ line, reason }) => `${line}: ${reason}`) }
  }

  it.each([0.1, 0.31, 0.5, 0.72, 0.93])('cut at %d', async (share) => {
    const bytes = Buffer.from(text)
    const cut = bytes.subarray(0, Math.floor(bytes.length * share))
    const lines = cut.toString('utf8').split('\n').length
    const { left, problems } = await damaged(cut)
    // A cut between two rows cannot be seen; these five are all inside a row, an element or the header.
    expect(problems).toHaveLength(1)
    expect(Number(problems[0]!.split(':')[0])).toBeGreaterThan(lines - 60)
    // All that was complete before the cut is in, but for the product that the cut may have taken a row of.
    const before = cut.toString('utf8').split('\n').slice(1, -1)
    const complete =
      kind === 'csv'
        ? new Set(before.map((row) => row.split(',')[0])).size
        : (cut.toString('utf8').match(/^ {2}\},?$/gm) ?? []).length
    expect(left).toBeGreaterThanOrEqual(complete - 1)
    expect(left).toBeLessThanOrEqual(complete)
  })

  it('with a wrong price', async () => {
    const wrong =
      kind === 'csv'
        ? text.replace(
            /^(classic-leather-jacket|cream-sofa)((?:,[^,"]*|,"[^"]*")*?,manual,)\d+/m,
            '$1$2twelve',
          )
        : text.replace('"price": 14.99', '"price": "14,99"')
    expect(wrong).not.toBe(text)
    const { left, problems } = await damaged(wrong)
    const line = text.split('\n').findIndex((row, index) => row !== wrong.split('\n')[index]) + 1
    expect(left).toBe(whole.size - 1)
    expect(problems).toEqual([
      kind === 'csv'
        ? `${line}: Variant Price is "twelve": not a price such as 19.90`
        : expect.stringMatching(/^\d+: price is "14,99": not a price such as 19\.90$/),
    ])
  })

  it('with a product that is there again with other options', async () => {
    if (kind === 'csv') {
      const handle = name === 'apparel' ? 'classic-varsity-top' : 'clay-plant-pot'
      const rows = text.trimEnd().split('\n')
      const row = rows.find((candidate) => candidate.startsWith(`${handle},`))!
      const { left, problems } = await damaged([...rows, row.replace(',Size,', ',Colour,')].join('\n'))
      expect(left).toBe(whole.size - 1)
      const first = rows.indexOf(row) + 1
      expect(problems).toEqual([
        `${rows.length + 1}: Option1 Name is "Colour", and "Size" where the handle "${handle}" began (line ${first})`,
      ])
    } else {
      const list = JSON.parse(text) as object[]
      const { left, problems } = await damaged(
        JSON.stringify([...list, { ...list[0], price: 1.5, weight: 99 }], null, 2),
      )
      // The same title is another slug; the same SKU is what gives it away.
      expect(left).toBe(whole.size)
      expect(problems).toEqual([
        expect.stringMatching(
          /^\d+: the SKU "BEA-ESS-ESS-001" of "essence-mascara-lash-princess-1" belongs to "essence-mascara-lash-princess"$/,
        ),
      ])
    }
  })

  it('without a column or member that is needed', async () => {
    const less =
      kind === 'csv' ? text.replace('Variant Price', 'Cost') : text.replace(/^ {4}"price": 19\.99,\n/m, '')
    const { left, problems } = await damaged(less)
    if (kind === 'csv') {
      expect(left).toBe(0)
      expect(problems).toEqual(['1: the column "Variant Price" is missing'])
    } else {
      expect(left).toBe(whole.size - 1)
      expect(problems).toEqual([expect.stringMatching(/^\d+: price: is missing$/)])
    }
  })

  it('with broken UTF-8', async () => {
    const word = { apparel: 'silk', home: 'Stylish copper', dummy: 'volumizing' }[name]
    const bytes = Buffer.from(text)
    const at = bytes.indexOf(word)
    const line = text.slice(0, text.indexOf(word)).split('\n').length
    bytes[at + 1] = 0xff
    const { left, problems } = await damaged(bytes)
    expect(left).toBe(whole.size - 1)
    expect(problems).toEqual([`${line}: is not UTF-8 text`])
  })

  it('with 100 MB in one field', async () => {
    const path = join(await scratchFolder(), 'huge')
    const marker = { apparel: 'Womens casual varsity', home: 'Stylish copper', dummy: 'volumizing' }[name]
    const at = text.indexOf(marker)
    const file = createWriteStream(path)
    file.write(text.slice(0, at))
    const piece = 'x'.repeat(1024 * 1024)
    for (let megabytes = 0; megabytes < 100; megabytes++) if (!file.write(piece)) await once(file, 'drain')
    file.end(text.slice(at))
    await once(file, 'close')

    const { db } = await freshDatabase()
    let most = 0
    const before = process.memoryUsage().arrayBuffers
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 5)
    const imported = await importCatalog(db, {
      path,
      shop: dollars,
      now: noon,
      format: null,
      currency: null,
      locale: 'en',
      pictures: 'none',
      pictureFolder: null,
      mediaDir: await scratchFolder(),
      strict: false,
      dryRun: false,
      onProgress: () => {},
    })
    clearInterval(watch)
    const report = imported.ok ? imported.value : null
    // What waits for the collector is counted too; a field that was kept would be all of it.
    expect(most).toBeLessThan(95 * 1024 * 1024)
    expect(report?.problems.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      expect.stringMatching(/^\d+: (the row )?is larger than 1 MB$|^\d+: the row is larger than 1 MB$/),
    ])
    // The rows of that product behind its first one have lost their title, which is told with the same product.
    expect(report?.products).toMatchObject({ added: whole.size - 1, refused: 1 })
    await expectConsistent(db)
  })

  it('again with --strict leaves the shop as it was', async () => {
    const { db } = await freshDatabase()
    const cut = Buffer.from(text).subarray(0, Math.floor(Buffer.byteLength(text) * 0.6))
    const report = await run(db, await fileOf(cut), { strict: true, pictures: 'later' })
    expect(report).toMatchObject({ applied: false })
    expect(report.problems).toHaveLength(1)
    for (const table of ['products', 'skus', 'categories', 'tags', 'pictures', 'cache_changes']) {
      expect((await db.pool.query(`select count(*)::int as count from ${table}`)).rows).toEqual([
        { count: 0 },
      ])
    }
  })
})
