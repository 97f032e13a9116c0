import { argon2Sync, createHmac } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hashSync } from 'bcryptjs'
import { describe, expect, it } from 'vitest'
import { HashingBusy } from './gate.ts'
import { hashPassword, isKnownFormat, verifyNobody, verifyPassword } from './passwords.ts'

const right = { ok: true, isStale: false }
const stale = { ok: true, isStale: true }
const wrong = { ok: false, isStale: false }

/** From the tests of the reference implementation of Argon2 (version 0x13). */
const argon2Vectors = [
  ['password', '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'],
  ['password', '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc'],
  ['password', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
  ['password', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA'],
  ['password', '$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E'],
] as const

/** From the tests of phpass and of passlib, and from the manual of WordPress. */
const phpassVectors = [
  ['test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['test12345', '$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['', '$P$7JaFQsPzJSuenezefD/3jHgt5hVfNH0'],
  ['compL3X!', '$P$FiS0N5L672xzQx1rt1vgdJQRYKnQM9/'],
  ['test', '$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk/'],
] as const

/** From the tests of crypt_blowfish. */
const bcryptVectors = [
  ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['U*U*', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK'],
  ['U*U*U', '$2b$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a'],
  ['', '$2y$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy'],
] as const

describe('a password of the shop', () => {
  it('is stored with its algorithm, its cost and its own salt, and is verified by them', async () => {
    const [one, other] = await Promise.all([hashPassword('Oak stool 7'), hashPassword('Oak stool 7')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(other).not.toBe(one)
    expect(isKnownFormat(one!)).toBe(true)
    const digest = argon2Sync('argon2id', {
      message: 'Oak stool 7',
      nonce: Buffer.from(one!.split('$')[4]!, 'base64'),
      memory: 7_168,
      passes: 5,
      parallelism: 1,
      tagLength: 32,
    })
    expect(one!.split('$')[5]).toBe(digest.toString('base64').replace('=', ''))
    expect(await verifyPassword('Oak stool 7', one!)).toEqual(right)
    expect(await verifyPassword('Oak stool 8', one!)).toEqual(wrong)
    expect(await verifyPassword('oak stool 7', one!)).toEqual(wrong)
    expect(await verifyPassword(' Oak stool 7', one!)).toEqual(wrong)
  })

  it('is the same however its letters are composed, and on a keyboard of full width', async () => {
    const stored = await hashPassword('Cafe\u0301 \u{1F4A1} 12')
    expect(await verifyPassword('Caf\u00e9 \u{1F4A1} 12', stored)).toEqual(right)
    expect(await verifyPassword('\uff23\uff41\uff46\u00e9 \u{1F4A1} \uff11\uff12', stored)).toEqual(right)
    expect(await verifyPassword('Cafe \u{1F4A1} 12', stored)).toEqual(wrong)
  })

  it('is not cut off at any length', async () => {
    const long = 'a'.repeat(100)
    const stored = await hashPassword(`${long}b`)
    expect(await verifyPassword(`${long}b`, stored)).toEqual(right)
    expect(await verifyPassword(`${long}c`, stored)).toEqual(wrong)
  })

  it('is never right for nobody, nor for a stored text that is no hash', async () => {
    expect(await verifyNobody('Oak stool 7')).toEqual(wrong)
    for (const stored of ['', 'Oak stool 7', '*', '$argon2id$', '5f4dcc3b5aa765d61d8327deb882cf99'])
      expect(await verifyPassword(stored, stored)).toEqual(wrong)
  })
})

describe('a password from another shop', () => {
  it.each([...argon2Vectors, ...phpassVectors, ...bcryptVectors])(
    '"%s" is known by %s and asks for a new hash',
    async (typed, stored) => {
      expect(isKnownFormat(stored)).toBe(true)
      expect(await verifyPassword(typed, stored)).toEqual(stale)
    },
  )

  it.each([argon2Vectors[0], phpassVectors[0], bcryptVectors[0]])(
    '"%s" is the only one for %s',
    async (typed, stored) => {
      for (const other of [`${typed}x`, typed.slice(1), ''])
        expect(await verifyPassword(other, stored)).toEqual(wrong)
    },
  )

  it('is known where it was hashed as typed', async () => {
    const typed = 'Cafe\u0301 12345'
    const salt = Buffer.from('somesalt somesalt')
    const digest = argon2Sync('argon2id', {
      message: typed,
      nonce: salt,
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    })
    const bare = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
    const stored = `$argon2id$v=19$m=19456,t=2,p=1$${bare(salt)}$${bare(digest)}`
    expect(await verifyPassword(typed, stored)).toEqual(stale)
    expect(await verifyPassword('Caf\u00e9 12345', stored)).toEqual(wrong)
  })

  it("is known by WordPress's hash, which ignores the white space around it", async () => {
    const prehashed = createHmac('sha384', 'wp-sha384').update('Oak stool 7').digest('base64')
    const stored = `$wp${hashSync(prehashed, 4).replace('$2b$', '$2y$')}`
    expect(isKnownFormat(stored)).toBe(true)
    expect(await verifyPassword('Oak stool 7', stored)).toEqual(stale)
    expect(await verifyPassword(' Oak stool 7\n', stored)).toEqual(stale)
    expect(await verifyPassword('Oak stool 8', stored)).toEqual(wrong)
    expect(await verifyPassword(prehashed, stored)).toEqual(wrong)
    const real = '$wp$2y$10$v719Zyb/5DiglXjaGmtVoO.58ZfZLBkfIyjXnYyIbWYYFsofeucua'
    expect(await verifyPassword('test123', real)).toEqual(stale)
    expect(await verifyPassword(' test ', '$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk/')).toEqual(stale)
  })

  it('is nothing that goes on for pages', async () => {
    const long = 'a'.repeat(4_097)
    expect(await verifyPassword(long, hashSync(long, 4))).toEqual(wrong)
  })

  it.each([
    [
      '4 GiB of memory',
      '$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    ],
    [
      'a thousand passes',
      '$argon2id$v=19$m=256,t=1000,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    ],
    [
      'all memory ten times',
      '$argon2id$v=19$m=131072,t=10,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    ],
    ['no memory', '$argon2id$v=19$m=0,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'],
    ['no pass', '$argon2id$v=19$m=256,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'],
    [
      'a thousand lanes',
      '$argon2id$v=19$m=65536,t=2,p=1000$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    ],
    ['an older Argon2', '$argon2i$m=65536,t=2,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ'],
    ['a digest of one byte', '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf'],
    ['2^31 rounds of bcrypt', '$2a$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
    ['a faulty bcrypt', '$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
    ['2^30 rounds of phpass', '$P$SIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
    ['plain MD5', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['more after the hash', `${phpassVectors[0][1]}\n`],
    ['nothing', ''],
  ])('is not taken over with %s', async (_, stored) => {
    expect(isKnownFormat(stored)).toBe(false)
    expect(await verifyPassword('password', stored)).toEqual(wrong)
  })
})

describe('many at once', () => {
  const room = Math.min(availableParallelism(), 3)

  it('are hashed as far as there is room to wait; the next one is refused, and the one after that is not', async () => {
    const tries = Array.from({ length: room + 50 }, () => verifyNobody('Oak stool 7'))
    await expect(verifyNobody('Oak stool 7')).rejects.toThrow(HashingBusy)
    await expect(hashPassword('Oak stool 7')).rejects.toThrow(HashingBusy)
    await expect(verifyPassword('test', phpassVectors[4][1])).rejects.toThrow(HashingBusy)
    expect(await Promise.all(tries)).toEqual(tries.map(() => wrong))
    expect(await verifyNobody('Oak stool 7')).toEqual(wrong)
  })

  // Work on the main thread would all be done before the event loop turns once.
  it.each([
    ['of the shop', () => verifyNobody('Oak stool 7')],
    ['of phpass', () => verifyPassword('test', phpassVectors[4][1])],
    ['of bcrypt', () => verifyPassword('U*U', bcryptVectors[0][1])],
  ])('leave the event loop free (hashes %s)', async (_, verify) => {
    const events: string[] = []
    const all = Array.from({ length: 2 * room }, async () => {
      await verify()
      events.push('hash')
    })
    await new Promise<void>((resolve) => {
      setImmediate(() => {
        events.push('turn')
        resolve()
      })
    })
    await Promise.all(all)
    const before = events.indexOf('turn')
    expect(before).toBeGreaterThanOrEqual(0)
    expect(before).toBeLessThanOrEqual(room)
    expect(events).toHaveLength(2 * room + 1)
  })
})
