import { expect, it } from 'vitest'
import { pictureWidths } from '#ui/picture.tsx'
import { mediaUrl, shareUrl, srcset, widths } from './contract.ts'
import { fileName, readRendition } from './renditions.ts'

it('serves exactly the widths that the pages ask for', () => {
  expect([...pictureWidths]).toEqual([...widths])
})

it('offers no pixels that do not exist', () => {
  expect(srcset('k', 500, 'avif')).toBe(
    '/media/k/96.avif 96w, /media/k/160.avif 160w, /media/k/240.avif 240w, /media/k/320.avif 320w, /media/k/480.avif 480w, /media/k/640.avif 500w',
  )
  expect(srcset('k', 96, 'jpg')).toBe('/media/k/96.jpg 96w')
  expect(srcset('k', 40, 'jpg')).toBe('/media/k/96.jpg 40w')
  expect(srcset('k', 5_000, 'webp').split(', ')).toHaveLength(widths.length)
})

it('asks for what is served', () => {
  for (const width of widths) {
    const file = mediaUrl('k', width, 'webp').slice('/media/k/'.length)
    expect(readRendition(file)).toEqual({ width, format: 'webp' })
    expect(fileName({ width, format: 'webp' })).toBe(file)
  }
  expect(readRendition(shareUrl('k').slice('/media/k/'.length))).toBe('share')
})

it.each([
  '',
  '480',
  '480.',
  '.avif',
  '481.avif',
  '0480.avif',
  '480.AVIF',
  '480.svg',
  '480.avif.jpg',
  '480.avif/',
  '../480.avif',
  '480.avif%00',
  ' 480.avif',
  '4e2.avif',
  'og.webp',
  'og.jpg.jpg',
  'constructor',
])('does not read %j as a rendition', (file) => {
  expect(readRendition(file)).toBeNull()
})
