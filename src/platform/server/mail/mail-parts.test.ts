import { expect, it } from 'vitest'
import { letterPlain } from './mail-parts.tsx'

it.each([
  ['en', 'Total: $5', 'See it:\nhttps://shop.example/order'],
  ['zh-Hans', 'Total：$5', 'See it：\nhttps://shop.example/order'],
  ['zh-Hant-HK', 'Total：$5', 'See it：\nhttps://shop.example/order'],
])('plain text in %s has the colon of the language', (lang, fact, link) => {
  const plain = letterPlain({
    lang,
    shop: { name: 'Shop', href: 'https://shop.example/', color: '#000' },
    subject: '',
    title: 'Thank you',
    parts: [
      { kind: 'facts', facts: [{ name: 'Total', value: '$5' }] },
      { kind: 'button', text: 'See it', href: 'https://shop.example/order' },
    ],
    footer: [],
  })
  expect(plain).toBe(`Thank you\n\n${fact}\n\n${link}\n\n-- \nShop\nhttps://shop.example/\n`)
})
