import { existsSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startViolet } from '#test/running-shop.ts'

/*
 * Readers that leave before the program is done (`violet … | head -1`). It has started a PostgreSQL for itself, as no
 * shop is open there.
 */

let dataDir = ''
const lockFile = (): string => join(dataDir, 'pg', 'postmaster.pid')

let file = ''

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'violet-'))
  file = join(dataDir, 'catalog.json')
  const skus = [{ sku: 'cup', prices: { USD: { price: '19.90' } }, stock: 3 }]
  const products = [{ slug: 'cup', title: { en: 'Cup' }, skus }]
  await writeFile(file, JSON.stringify({ format: 'violet-catalog', version: 1, products }))
})
afterEach(() => {
  if (existsSync(lockFile())) process.kill(Number(readFileSync(lockFile(), 'utf8').split('\n')[0]), 'SIGINT')
})

it('does its work to the end when nobody reads what it says of it', async () => {
  const child = startViolet(['import', file, '--pictures', 'none', '--json'], { dataDir })
  let result = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (result += text))
  child.stderr!.once('data', () => child.stderr!.destroy())
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(0)
  expect(result).toContain('"added":1')
  expect(existsSync(lockFile())).toBe(false)
})

it('leaves no database running behind a result that nobody reads', async () => {
  const child = startViolet(['import', file, '--pictures', 'none', '--json'], { dataDir })
  child.stderr!.resume()
  child.stdout!.destroy()
  const [code] = (await once(child, 'exit')) as [number]
  expect(code).toBe(0)
  expect(existsSync(lockFile())).toBe(false)
})
