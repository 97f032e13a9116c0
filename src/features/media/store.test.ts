import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isKey, keyOf, openStore } from './store.ts'
import { temporaryFolder } from './test-pictures.ts'

const bytes = Buffer.from('any bytes at all')

it('keeps an original under the hash of its bytes, once', async () => {
  const folder = await temporaryFolder()
  const store = openStore(folder)
  const keys = await Promise.all([store.keep(bytes), store.keep(bytes), store.keep(Buffer.from(bytes))])
  const key = keyOf(bytes)
  expect(keys).toEqual([key, key, key])
  expect(key).toMatch(/^[0-9a-f]{16}$/)
  const path = await store.original(key)
  expect(path).toBe(join(folder, 'originals', key.slice(0, 2), key))
  expect(await readFile(path ?? '')).toEqual(bytes)
  expect(await readdir(join(folder, 'temp'))).toEqual([])
})

it('knows what is not there', async () => {
  const store = openStore(join(await temporaryFolder(), 'not', 'made', 'yet'))
  expect(await store.original('0123456789abcdef')).toBeNull()
  expect(await store.derived('0123456789abcdef', '480.avif')).toBeNull()
})

it('mends an original that was cut short', async () => {
  const folder = await temporaryFolder()
  const store = openStore(folder)
  const key = keyOf(bytes)
  await mkdir(join(folder, 'originals', key.slice(0, 2)), { recursive: true })
  await writeFile(join(folder, 'originals', key.slice(0, 2), key), bytes.subarray(0, 4))
  await store.keep(bytes)
  expect(await readFile((await store.original(key)) ?? '')).toEqual(bytes)
})

it('keeps derived files', async () => {
  const store = openStore(await temporaryFolder())
  await store.keepDerived('0123456789abcdef', '480.avif', bytes)
  await store.keepDerived('0123456789abcdef', 'og.jpg', bytes)
  expect(await store.derived('0123456789abcdef', '480.avif')).toEqual(bytes)
  expect(await store.derived('0123456789abcdef', 'og.jpg')).toEqual(bytes)
})

const badKeys = [
  '',
  '..',
  '../../etc/passwd',
  '0123456789ABCDEF',
  '0123456789abcde',
  '0123456789abcdef0',
  '0123456789abcde/',
  '0123456789abcde\0',
  '..%2f..%2f..%2f..',
  '....//....//..//',
  '0123456789abcdef\n',
]
const badFiles = [
  '',
  '.',
  '..',
  '../480.avif',
  '480.svg',
  '480.avif/..',
  '/etc/passwd',
  '480',
  '09.avif',
  '480.avif\0',
  '48000.avif',
  'og.webp',
  '480.avif\n',
]

it.each(badKeys)('takes no path from the key %j', async (key) => {
  const folder = await temporaryFolder()
  const store = openStore(join(folder, 'media'))
  expect(isKey(key)).toBe(false)
  await expect(store.original(key)).rejects.toThrow(RangeError)
  expect(() => store.derived(key, '480.avif')).toThrow(RangeError)
  expect(() => store.keepDerived(key, '480.avif', bytes)).toThrow(RangeError)
  expect(existsSync(join(folder, 'media'))).toBe(false)
})

it.each(badFiles)('takes no path from the file name %j', async (file) => {
  const folder = await temporaryFolder()
  const store = openStore(join(folder, 'media'))
  expect(() => store.derived('0123456789abcdef', file)).toThrow(RangeError)
  expect(() => store.keepDerived('0123456789abcdef', file, bytes)).toThrow(RangeError)
  expect(existsSync(join(folder, 'media'))).toBe(false)
})
