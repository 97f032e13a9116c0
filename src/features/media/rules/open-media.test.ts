import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ImagingFailed } from '../imaging.ts'
import { temporaryFolder } from '../test-pictures.ts'
import { openMedia, type Media } from './open-media.ts'

const key = '0123456789abcdef'
const tile = { tint: '#8268b0', icon: 'product' } as const
const rendition = { width: 160, format: 'webp' } as const

async function opened(): Promise<{ media: Media; folder: string }> {
  const folder = await temporaryFolder()
  const media = openMedia(folder)
  onTestFinished(() => media.close())
  return { media, folder }
}

it('makes a file once, however many ask, and never again', async () => {
  const { media, folder } = await opened()
  let asked = 0
  const origin = async (): Promise<{ tile: typeof tile }> => {
    asked++
    return { tile }
  }
  const all = await Promise.all(Array.from({ length: 20 }, () => media.file(key, rendition, origin)))
  expect(asked).toBe(1)
  expect(new Set(all.map((bytes) => bytes?.toString('base64'))).size).toBe(1)
  const path = join(folder, 'derived', '01', key, '160.webp')
  const { mtimeMs } = await stat(path)
  expect(await media.file(key, rendition, origin)).toEqual(all[0])
  expect([asked, (await stat(path)).mtimeMs]).toEqual([1, mtimeMs])
})

it('asks again after there was nothing, and after it failed', async () => {
  const { media, folder } = await opened()
  expect(await media.file(key, rendition, async () => null)).toBeNull()
  await expect(media.file(key, rendition, async () => ({ path: join(folder, 'missing') }))).rejects.toThrow(
    ImagingFailed,
  )
  await expect(
    media.file(key, rendition, () => Promise.reject(new Error('the database is away'))),
  ).rejects.toThrow('away')
  expect(await readdir(folder)).toEqual([])
  expect((await media.file(key, rendition, async () => ({ tile })))?.length).toBeGreaterThan(200)
})
