import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { createDatabase, freshDatabase } from '#test/database.ts'
import {
  counts,
  dollars,
  entry,
  expectConsistent,
  expectOnlyWhole,
  exported,
  run,
  scratchFolder,
  shopOf,
  violetFile,
} from './for-tests.ts'

/** All of it: `npm run prove -- import-killed`. */
const [kills, most] = process.env['VIOLET_PROVE'] === 'whole' ? [10, 2000] : [2, 800]

const colors = ['sage', 'clay', 'navy']
const option = {
  code: 'color',
  name: { en: 'Colour', zh: '颜色' },
  values: colors.map((code) => ({ code, name: { en: code } })),
}
const publishedAt = '2026-11-01T08:00:00.000Z'
const products = Array.from({ length: most }, (_, index) =>
  entry(`product-${index}`, {
    title: { en: `Product ${index}`, zh: `商品 ${index}` },
    publishedAt,
    categories: ['all'],
    options: [option],
    skus: colors.map((color) => ({
      sku: `${index}-${color}`,
      options: { color },
      prices: { USD: { price: `${index + 1}.50` } },
      stock: 3,
    })),
  }),
)

/** The import in a process of its own, as it can be killed. */
const program = `
  import pino from 'pino'
  import { importCatalog } from '#transfer/catalog/import.ts'
  import { openDatabase } from '#platform/server/db/db.ts'
  const [url, path, mediaDir] = process.argv.slice(1)
  const db = openDatabase({ url, pool: 4, log: pino({ level: 'silent' }), statementTimeout: 0 })
  process.stdout.write('.')
  const imported = await importCatalog(db, {
    path, mediaDir, shop: ${JSON.stringify(dollars)}, now: new Date(), format: null, currency: null, locale: 'en', pictures: 'none',
    pictureFolder: null, strict: false, dryRun: false, onProgress: () => process.stdout.write('.'),
  })
  await db.close()
  process.exit(imported.ok ? 0 : 1)`

it('leaves whole products whenever it is killed, and a repeat completes it', async () => {
  const file = await violetFile({ categories: [{ slug: 'all', name: { en: 'All' } }], products })
  const mediaDir = await scratchFolder()
  const reference = await createDatabase()
  await run(reference.db, file)
  const whole = (await shopOf(reference.db)).products
  const text = await exported(reference.db)
  await reference.drop()

  const { db, url } = await freshDatabase()
  const found: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, url, file, mediaDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    // One dot for the start, one for the categories, one for each batch: some are the batches that are in already.
    const wanted = 2 + (found.at(-1) ?? 0) / 200 + (kill % 3)
    await new Promise<void>((resolve) => {
      let dots = 0
      child.stdout.on('data', (chunk: Buffer) => ((dots += chunk.length) >= wanted ? resolve() : undefined))
      child.on('exit', () => resolve())
    })
    await sleep(Math.random() * 250)
    child.kill('SIGKILL')
    await ended
    await untilUnlocked(db)
    found.push(await expectOnlyWhole(db, whole))
    await expectConsistent(db)
  }
  // Each import went on from where the one before was killed.
  expect(found).toEqual(found.toSorted((a, b) => a - b))
  expect(found.at(-1)).toBeGreaterThan(0)

  const before = found.at(-1)!
  expect(counts(await run(db, file))).toEqual([most - before, 0, before, 0])
  expect(await exported(db)).toBe(text)
  expect(counts(await run(db, file))).toEqual([0, 0, most, 0])
}, 240_000)

/** PostgreSQL notices a killed client when it next reads from it. */
async function untilUnlocked(db: Database): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    const { rows } = await db.pool.query(
      `select 1 from pg_locks l join pg_database d on d.oid = l.database where l.locktype = 'advisory' and d.datname = current_database()`,
    )
    if (rows.length === 0) return
    await sleep(50)
  }
  throw new Error('the lock of the killed import is still held')
}
