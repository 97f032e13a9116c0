import { expect, it } from 'vitest'
import { heldFor } from './held-for.ts'

const known = { author: 'Ada L.', shop: 'Violet', isGuest: false, isKnown: true, isRepeated: false }

it.each([
  'It is lovely. It is, in truth, the best. Me too. In. Us.',
  'The chair.It creaks a little; 3.5 cm of oak, 1.2 kg, and 12.50 paid.',
  'Ordered on 2026-11-02, arrived 2026-11-09. 10/10 for the finish and/or the smell.',
  '椅子很稳。我坐了三年，还在。推荐。',
  'Does it fit 2 x 40 cm? My table is 1200 mm.',
  'NASA would be proud of it.',
  'LOVELY!!!',
])('shows what a known customer says: %s', (content) => expect(heldFor({ content, ...known })).toBeNull())

it.each([
  ['Look at https://example.com', 'link'],
  ['Nice chair. billig-moebel.de', 'link'],
  ['chairs.eu or bit.do/abc', 'link'],
  ['call +44 7700 900123', 'contact'],
  ['find @bag_seller', 'contact'],
])('holds what leads away: %s', (content, reason) => expect(heldFor({ ...known, content })).toBe(reason))

it('holds guests, first comments, repeated words and shouting, and says the most telling reason', () => {
  const content = 'Lovely chair'
  expect(heldFor({ ...known, content, isKnown: false })).toBe('first')
  expect(heldFor({ ...known, content, isGuest: true, isKnown: false })).toBe('guest')
  expect(heldFor({ ...known, content, isRepeated: true })).toBe('repeated')
  expect(heldFor({ ...known, content: 'BUY THIS CHAIR NOW OR YOU WILL REGRET IT' })).toBe('shouting')
  expect(heldFor({ ...known, content: 'aaaaaaaaaaaaaaaaaaaa' })).toBe('shouting')
  expect(heldFor({ ...known, content: 'https://x', isGuest: true, isKnown: false, isRepeated: true })).toBe(
    'link',
  )
})

it.each([
  'www.casino-win.example',
  'billig-moebel.de',
  '@bag_seller',
  'cheap-bags.shop',
  '加微信 abc12345',
  'Violet · the shop',
  'Support',
  '官方客服',
])('holds whatever is said under a name that leads away or claims to be the shop’s: %s', (author) => {
  expect(heldFor({ ...known, author, content: 'Lovely chair' })).toBe('name')
  expect(heldFor({ ...known, author, content: 'https://x' })).toBe('name')
})
