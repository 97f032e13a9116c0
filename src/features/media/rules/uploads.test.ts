import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import type { FilePlace } from '#platform/server/form-fields.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import type { Media } from './open-media.ts'
import { openUploads, type Upload } from './uploads.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.db.pool.query('delete from rate_counts'))

const from = (ip: string): Ctx => ({ db: database.db, now: new Date(), visitor: { ip } }) as unknown as Ctx

/** No picture is decoded here. */
const open = () => openUploads({} as Media)

/** The name of the problem, or the place. */
async function asked(uploads: ReturnType<typeof open>, ip: string): Promise<string | FilePlace<Upload>> {
  const place = await uploads.admit(from(ip))
  return place.ok ? place.value : place.problem.name
}

function isPlace(outcome: string | FilePlace<Upload>): outcome is FilePlace<Upload> {
  return typeof outcome !== 'string'
}

it('gives two places to a network, and one more when one is free', async () => {
  const uploads = open()
  const ips = ['2001:db8::1', '2001:db8::2', '2001:db8::3']
  const outcomes = await Promise.all(ips.map((ip) => asked(uploads, ip)))
  expect(outcomes.map(isPlace)).toEqual([true, true, false])
  expect(outcomes[2]).toBe('too_many_requests')
  outcomes.filter(isPlace)[0]!.leave()
  expect(isPlace(await asked(uploads, '2001:db8::4'))).toBe(true)
  expect(await asked(uploads, '2001:db8::5')).toBe('too_many_requests')
})

it('leaves the others places, however many networks one subscriber has', async () => {
  const uploads = open()
  const outcomes: (string | FilePlace<Upload>)[] = []
  for (let n = 0; n < 10; n++) outcomes.push(await asked(uploads, `2001:db8:7:${n}::1`))
  expect(outcomes.filter(isPlace)).toHaveLength(3)
  for (let n = 0; n < 5; n++) expect(isPlace(await asked(uploads, `203.0.113.${n}`))).toBe(true)
})

it('gives eight places in all, also to a proxy that hides its visitors', async () => {
  for (const ipOf of [(n: number) => `203.0.113.${n}`, () => '10.0.0.1']) {
    const uploads = open()
    const outcomes: (string | FilePlace<Upload>)[] = []
    for (let n = 0; n < 9; n++) outcomes.push(await asked(uploads, ipOf(n)))
    expect(outcomes.map(isPlace)).toEqual([...Array<boolean>(8).fill(true), false])
    expect(outcomes[8]).toBe('unavailable')
    outcomes.filter(isPlace).forEach((place) => place.leave())
    expect(isPlace(await asked(uploads, '198.51.100.1'))).toBe(true)
  }
})

it('counts the requests of a network before their bodies, and frees the places of refused ones', async () => {
  const uploads = open()
  for (let n = 0; n < 60; n++) {
    const place = await asked(uploads, '198.51.100.7')
    if (isPlace(place)) place.leave()
    else expect.unreachable(place)
  }
  for (let n = 0; n < 3; n++) expect(await asked(uploads, '198.51.100.7')).toBe('too_many_requests')
  expect(isPlace(await asked(uploads, '198.51.100.8'))).toBe(true)
})

it('counts each further picture of a form, and refuses what is none by its first bytes', async () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
  const place = await asked(open(), '198.51.100.9')
  if (!isPlace(place)) return expect.unreachable(place)
  expect(await place.refuse(Buffer.from('<svg>'))).toEqual({ name: 'not_a_picture' })
  for (let n = 0; n < 60; n++) expect(await place.refuse(jpeg)).toBeNull()
  expect(await place.refuse(jpeg)).toMatchObject({ name: 'too_many_requests', details: { hours: 0 } })
})
