import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import {
  counts,
  expectConsistent,
  exported,
  fileOf,
  naughtyStrings,
  run,
  violetFile,
  withoutSamples,
} from './for-tests.ts'

interface Stored {
  titles: string[]
  brands: string[]
  values: string[]
  tags: string[]
}

describe.skipIf(withoutSamples)('strings that were chosen to hurt', () => {
  it('survive unharmed as titles, tags, options and details, or are refused by line', async () => {
    const { db } = await freshDatabase()
    const strings = JSON.parse(await readFile(naughtyStrings, 'utf8')) as string[]
    const products = strings.map((text, index) => ({
      slug: `product-${index}`,
      title: { en: text },
      description: { en: text },
      brand: text.slice(0, 120),
      options: [{ code: 'kind', name: { en: 'Kind' }, values: [{ code: 'this', name: { en: text } }] }],
      skus: [{ sku: `sku-${index}`, options: { kind: 'this' }, prices: { USD: { price: '1' } } }],
      details: [{ label: { en: text }, value: { en: text } }],
    }))
    const report = await run(db, await violetFile({ products }))
    expect(counts(report)[0]! + counts(report)[3]!).toBe(strings.length)
    expect(report.problems.every(({ line }) => line > 1)).toBe(true)
    const refusedNames = new Set(report.problems.map(({ entry }) => entry))
    const { rows } = await db.pool.query<{ slug: string; title: string; value: string; label: string }>(
      `select p.slug, t.title, p.options -> 0 -> 'values' -> 0 -> 'name' ->> 'en' as value, p.details -> 0 -> 'label' ->> 'en' as label from products p join product_texts t on t.product_id = p.id`,
    )
    expect(rows).toHaveLength(strings.length - refusedNames.size)
    const bySlug = new Map(rows.map((row) => [row.slug, row]))
    for (const [index, text] of strings.entries()) {
      const slug = `product-${index}`
      if (refusedNames.has(slug))
        expect(
          text.trim() === '' || text.length > 300 || text.includes('\0') || !text.isWellFormed(),
          JSON.stringify(text),
        ).toBe(true)
      else expect(bySlug.get(slug)).toEqual({ slug, title: text, value: text, label: text })
    }
    await expectConsistent(db)
    const text = await exported(db)
    expect(counts(await run(db, await fileOf(text)))).toEqual([0, 0, rows.length, 0])
    expect(await exported(db)).toBe(text)
    // No description can bring along what runs or what our pages take for their own.
    expect(
      (
        await db.pool.query(
          `select description from product_texts where description ~* '<(script|style|img(?! src="[^"]*" alt="[^"]*" />)|svg|iframe|x-|body|meta|link|input|form|object|embed|video|audio|a[^>]*javascript)' or description ~* '<[^>]*\\son[a-z]+\\s*='`,
        )
      ).rows,
    ).toEqual([])
  })

  it('survive a Shopify file too, as titles, options, tags and handles', async () => {
    const { db } = await freshDatabase()
    const strings = JSON.parse(await readFile(naughtyStrings, 'utf8')) as string[]
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    const rows = strings.map((text, index) =>
      [`handle-${index}`, text, 'Kind', text, text.replaceAll(',', ';'), '5'].map(quoted).join(','),
    )
    const handles = strings.map((text) => [`${text}`, 'By handle', '', '', '', '5'].map(quoted).join(','))
    const file = await fileOf(
      `Handle,Title,Option1 Name,Option1 Value,Tags,Variant Price\n${rows.join('\n')}\n${handles.join('\n')}\n`,
    )
    const report = await run(db, file)
    expect(report.problems.every(({ line }) => line > 1)).toBe(true)
    const stored: Stored = { titles: [], brands: [], values: [], tags: [] }
    const found = await db.pool.query<{ slug: string; title: string; value: string | null }>(
      `select p.slug, t.title, p.options -> 0 -> 'values' -> 0 -> 'name' ->> 'en' as value from products p join product_texts t on t.product_id = p.id where slug like 'handle-%'`,
    )
    const refusedNames = new Set(report.problems.map(({ entry }) => entry))
    for (const { slug, title, value } of found.rows) {
      const text = strings[Number(slug.slice('handle-'.length))]!
      expect(title).toBe(text)
      if (text !== 'Default Title') expect(value).toBe(text.trim())
      stored.titles.push(title)
    }
    expect(
      stored.titles.length + strings.filter((_, index) => refusedNames.has(`handle-${index}`)).length,
    ).toBe(strings.length)
    await expectConsistent(db)
    expect(counts(await run(db, file)).slice(0, 2)).toEqual([0, 0])
    const text = await exported(db)
    expect(counts(await run(db, await fileOf(text))).slice(0, 2)).toEqual([0, 0])
    expect(await exported(db)).toBe(text)
  })
})
