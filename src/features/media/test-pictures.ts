import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { onTestFinished } from 'vitest'

/*
 * Pictures as people send them, for the tests.
 */

/** A folder that is gone when the test has finished. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'violet-media-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Left half one colour, right half another. */
export function halves(width: number, height: number, left = '#b03030', right = '#3030b0'): Sharp {
  const half = Math.ceil(width / 2)
  return sharp({ create: { width, height, channels: 3, background: left } }).composite([
    {
      input: { create: { width: width - half, height, channels: 3, background: right } },
      left: half,
      top: 0,
    },
  ])
}

/** Grain on a gradient: what a photograph is to an encoder. */
export async function photograph(width: number, height: number): Promise<Buffer> {
  const grain = { create: { width, height, channels: 3 as const, background: '#808080' } }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="a" x2="1" y2="1"><stop stop-color="#d8c3a1"/><stop offset="1" stop-color="#3f7590"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#a)"/><circle cx="50%" cy="50%" r="30%" fill="#8268b0"/></svg>`
  const noise = await sharp({
    create: { ...grain.create, noise: { type: 'gaussian', mean: 128, sigma: 10 } },
  })
    .png()
    .toBuffer()
  return sharp(Buffer.from(svg))
    .composite([{ input: noise, blend: 'soft-light' }])
    .removeAlpha()
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** The colour at a point. */
export async function pixel(bytes: Uint8Array, x: number, y: number): Promise<[number, number, number]> {
  const data = await sharp(bytes)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
  return [data[0] ?? -1, data[1] ?? -1, data[2] ?? -1]
}
