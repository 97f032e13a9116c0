import { expect, it } from 'vitest'
import { drawCard, type ShareCard } from './card.ts'
import { sharp } from './pixels.ts'

const card: ShareCard = {
  shop: 'Oak & Sons',
  title: 'Oak stool <b>&"',
  price: '$48.50',
  picture: 'x',
  lang: 'en',
  font: 'Liberation Serif, DejaVu Serif, serif',
  colors: { ground: '#fbfaf7', title: '#1e1b25', shop: '#5b3fa3', price: '#a02a50' },
}
const picture = () =>
  sharp({
    create: { width: 900, height: 300, channels: 4, background: { r: 0, g: 200, b: 0, alpha: 1 } },
  }).png()

interface Pixels {
  data: Buffer
  width: number
  height: number
  at(x: number, y: number): number[]
}

async function pixelsOf(drawn: ShareCard, withPicture: boolean): Promise<Pixels> {
  const source = withPicture ? sharp(await picture().toBuffer()) : null
  const image = await drawCard(drawn, source)
  const { data, info } = await sharp(await image!.png().toBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return {
    data,
    width,
    height,
    at: (x, y) => [...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3)],
  }
}

it('has the picture on its right, the ground on its left, and words on that', async () => {
  const { width, height, at } = await pixelsOf(card, true)
  expect([width, height]).toEqual([1200, 630])
  expect(at(900, 300)).toEqual([0, 200, 0])
  expect(at(400, 620)).toEqual([0xfb, 0xfa, 0xf7])
  expect(at(4, 300)).toEqual([0x5b, 0x3f, 0xa3])
  expect(await inkIn(card, true)).toBeGreaterThan(2_000)
})

it.each([
  ['a very long title', 'Handmade and slow '.repeat(60)],
  ['one endless word', 'Supercalifragilistic'.repeat(30)],
  ['one sign', '木'],
])('%s stays between the margins', async (_, title) => {
  const { at } = await pixelsOf({ ...card, title }, true)
  const ground = [0xfb, 0xfa, 0xf7]
  for (let y = 0; y < 630; y += 3) {
    expect(at(66, y), `left, ${y}`).toEqual(ground)
    expect(at(630, y), `right, ${y}`).toEqual(ground)
  }
  for (let x = 20; x < 630; x += 3) expect(at(x, 600), `below, ${x}`).toEqual(ground)
})

it('is not drawn where no font has the letters', async () => {
  expect(await drawCard({ ...card, title: '\u{E123}\u{E124}' }, null)).toBeNull()
})

/** How many points of the words' part are neither ground nor edge. */
async function inkIn(drawn: ShareCard, withPicture: boolean): Promise<number> {
  const { at } = await pixelsOf(drawn, withPicture)
  let ink = 0
  for (let y = 0; y < 630; y += 2) for (let x = 20; x < 640; x += 2) if (at(x, y)[0]! < 200) ink += 1
  return ink
}
