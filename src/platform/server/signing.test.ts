import { expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { hashNetwork, isPrivate, mayAllGoOn, mayGoOn, networkOf } from './rate.ts'
import { readLink, signLink } from './signing.ts'

const now = new Date('2026-11-21T12:00:00Z')

it('reads what it has signed, for that purpose and until that time, and nothing else', async () => {
  const { db } = await freshDatabase()
  const week = new Date('2026-11-28T12:00:00Z')
  const token = await signLink(db, 'letter.confirm', 1234567, week)
  expect(await readLink(db, 'letter.confirm', token, now)).toBe(1234567)
  expect(await readLink(db, 'letter.confirm', token, new Date('2026-11-28T12:00:00.001Z'))).toBeNull()
  expect(await readLink(db, 'letter.unsubscribe', token, now)).toBeNull()
  const [id, expires, signature] = token.split('.') as [string, string, string]
  const forged = [
    `1.${expires}.${signature}`,
    `${id}.0.${signature}`,
    `${id}.${expires}.${'A'.repeat(43)}`,
    token.slice(0, -1),
    `${token}A`,
    '',
    '..',
  ]
  for (const one of forged) expect(await readLink(db, 'letter.confirm', one, now), one).toBeNull()
})

it('has one spelling for a link: the bits that the last letter does not need are compared too', async () => {
  const { db } = await freshDatabase()
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const token = await signLink(db, 'letter.confirm', 7, null)
  const spellings = [...letters].map((letter) => `${token.slice(0, -1)}${letter}`)
  const sameBytes = spellings.filter((one) => {
    const [read, wanted] = [one, token].map((text) => Buffer.from(text.split('.')[2]!, 'base64url'))
    return read!.equals(wanted!)
  })
  expect(sameBytes).toHaveLength(4)
  const opened = await Promise.all(spellings.map((one) => readLink(db, 'letter.confirm', one, now)))
  expect(spellings.filter((_, n) => opened[n] !== null)).toEqual([token])
})

it('lets a link without an end work for ever, and refuses one of another shop', async () => {
  const [mine, other] = [await freshDatabase(), await freshDatabase()]
  const token = await signLink(mine.db, 'letter.unsubscribe', 7, null)
  const later = new Date('2036-11-21T12:00:00Z')
  expect(await readLink(mine.db, 'letter.unsubscribe', token, later)).toBe(7)
  expect(await readLink(other.db, 'letter.unsubscribe', token, later)).toBeNull()
})

it('gives nodes that begin at the same time one key', async () => {
  const { db } = await freshDatabase()
  const tokens = await Promise.all(Array.from({ length: 8 }, () => signLink(db, 'letter.confirm', 1, null)))
  expect(new Set(tokens).size).toBe(1)
})

it('counts to the most in a window, each name and each visitor apart', async () => {
  const { db } = await freshDatabase()
  const rate = { name: 'door.knock', most: 3, within: 60_000 }
  const knocks = await Promise.all(Array.from({ length: 5 }, () => mayGoOn(db, rate, 'ada', now)))
  expect(knocks.filter(Boolean)).toHaveLength(3)
  expect(await mayGoOn(db, rate, 'mei', now)).toBe(true)
  expect(await mayGoOn(db, { ...rate, name: 'door.bell' }, 'ada', now)).toBe(true)
  expect(await mayGoOn(db, rate, 'ada', new Date(now.getTime() + 60_000))).toBe(true)
})

it('counts several limits together, each to its own most and in its own window', async () => {
  const { db } = await freshDatabase()
  const knock = { rate: { name: 'door.knock', most: 3, within: 60_000 }, who: 'ada' }
  const bell = { rate: { name: 'door.bell', most: 5, within: 3_600_000 }, who: 'ada' }
  const together = await Promise.all(
    Array.from({ length: 4 }, (_, n) => mayAllGoOn(db, n % 2 === 0 ? [knock, bell] : [bell, knock], now)),
  )
  expect(together.filter(Boolean)).toHaveLength(3)
  expect(await mayGoOn(db, knock.rate, 'ada', now)).toBe(false)
  expect(await mayGoOn(db, bell.rate, 'ada', now)).toBe(true)
  expect(await mayGoOn(db, bell.rate, 'ada', now)).toBe(false)
  expect(await mayAllGoOn(db, [knock, { ...bell, who: 'mei' }], now)).toBe(false)
  // The minute is over, the hour is not.
  const later = new Date(now.getTime() + 60_000)
  expect(await mayAllGoOn(db, [knock, { ...bell, who: 'mei' }], later)).toBe(true)
  expect(await mayAllGoOn(db, [knock, bell], later)).toBe(false)
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1::9', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::FFFF:cb00:7166', '203.0.113.102'],
  ['0:0:0:0:0:ffff:203.0.113.102', '203.0.113.102'],
  ['203.0.113.102:5000', '203.0.113.102'],
  ['[::ffff:203.0.113.102]:5000', '203.0.113.102'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  [' 192.0.2.7 ', '192.0.2.7'],
  ['garbage', 'unknown'],
  ['203.0.113.300', 'unknown'],
  ['203.0.113.7:port', 'unknown'],
  ['[203.0.113.7', 'unknown'],
  ['', 'unknown'],
])('takes %s for one of %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('knows a network by a hash that only the shop can make', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const hash = hashNetwork(key, '2001:db8:1:2::7')
  expect(hash).toHaveLength(16)
  expect(hashNetwork(key, '2001:db8:1:2:3::9')).toEqual(hash)
  expect(hashNetwork(key, '2001:db8:1:3::7')).not.toEqual(hash)
  expect(hashNetwork(other, '2001:db8:1:2::7')).not.toEqual(hash)
})

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:10.1.2.3', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['100.64.0.1', true],
  ['fd00::1', true],
  ['fe80::1%eth0', true],
  ['2001:db8::1', false],
  ['::ffff:192.0.2.7', false],
  ['192.0.2.7', false],
  ['[fd00::1]:80', true],
  ['::ffff:7f00:1', true],
  ['10.1.2.3:80', true],
  ['garbage', false],
])('says of %s whether it is private: %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected)
})
