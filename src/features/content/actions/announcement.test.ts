import { expect, it } from 'vitest'
import { langPath } from '#i18n/locales.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { announcementTurns, currentAnnouncement } from './announcement.ts'

const messages = [
  { text: { en: 'Always', zh: '一直' }, href: '/page/shipping' },
  {
    text: { en: 'Sale' },
    href: 'https://example.com/sale',
    from: '2026-11-20T00:00:00Z',
    until: '2026-11-22T00:00:00Z',
  },
  { text: { en: 'Later' }, from: '2026-12-01T00:00:00+08:00' },
]
const at = (now: string, locale: 'en' | 'zh' = 'en', announcement: unknown = messages) =>
  currentAnnouncement({
    now: new Date(now),
    locale,
    langPath: langPath(locale),
    shop: { shop: shopConfig.parse({ shop: { announcement } }).shop },
  })

it('shows the messages of the moment, in order, with links in the language', () => {
  expect(at('2026-11-21T12:00:00Z')?.messages).toEqual([
    { text: 'Always', href: '/page/shipping' },
    { text: 'Sale', href: 'https://example.com/sale' },
  ])
  expect(at('2026-11-22T00:00:00Z', 'zh')?.messages).toEqual([{ text: '一直', href: '/zh/page/shipping' }])
  expect(at('2026-11-30T16:00:00Z')?.messages.map(({ text }) => text)).toEqual(['Always', 'Later'])
})

it('is one text as well as many, or nothing', () => {
  expect(at('2026-11-21T12:00:00Z', 'en', { en: 'Hello' })?.messages).toEqual([{ text: 'Hello', href: null }])
  expect(at('2026-11-21T12:00:00Z', 'en', null)).toBeNull()
  expect(at('2026-11-21T12:00:00Z', 'en', [])).toBeNull()
})

it('is dismissed in every language at once, and comes back with other words', () => {
  const key = at('2026-11-21T12:00:00Z')?.key
  expect(key).toMatch(/^[0-9a-f]{10}$/)
  expect(at('2026-11-21T13:00:00Z', 'zh')?.key).toBe(key)
  expect(at('2026-11-22T12:00:00Z')?.key).not.toBe(key)
})

it('tells when a message begins or ends', () => {
  const { shop } = shopConfig.parse({ shop: { announcement: messages } })
  const turns = (after: string, until: string) => announcementTurns(shop, new Date(after), new Date(until))
  expect(turns('2026-11-21T23:59:00Z', '2026-11-22T00:00:00Z')).toBe(true)
  expect(turns('2026-11-22T00:00:00Z', '2026-11-22T00:01:00Z')).toBe(false)
  expect(turns('2026-11-30T15:59:30Z', '2026-11-30T16:00:30Z')).toBe(true)
})

it.each([
  ['javascript:alert(1)'],
  ['//elsewhere.example'],
  ['/\\\\elsewhere.example'],
  ['http://plain.example'],
])('does not lead to %s', (href) => {
  const parsed = shopConfig.safeParse({ shop: { announcement: [{ text: { en: 'x' }, href }] } })
  expect(parsed.success).toBe(false)
})
