import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import { insertSession } from '#features/session/queries/sessions.ts'
import { proofOf } from '#features/session/rules/sessions.ts'
import { openStore } from '#features/media/store.ts'
import { halves, photograph, pixel } from '#features/media/test-pictures.ts'
import { pruneUploads } from '#features/media/rules/uploads.ts'
import { signedIn } from '#test/signed-in.ts'
import { openWholeShop, origin, type Answer, type WholeShop } from '#test/whole-shop.ts'

/*
 * A customer's own picture, as browsers send it: by a call and by a plain form.
 */

let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
})
afterAll(() => shop.close())

/** A browser that is signed in; each has a network of its own. */
async function browser() {
  const { db } = shop.database
  const { customer } = await signedIn(db)
  const token = newToken()
  const now = new Date()
  const session = { customer, method: 'password', isKept: true, ip: '192.0.2.1', agent: '', now }
  await db.transact((tx) => insertSession(tx, { tokenHash: hashToken(token), ...session }))
  const cookie = { cookie: `__Host-violet_session=${token}`, origin }
  const headers = { ...cookie, 'x-auth': proofOf(token), 'x-forwarded-for': '192.0.2.1' }
  return {
    customer,
    send: (body: FormData | object, key?: string) =>
      shop.post('/api/web/user/editAvatar', body, {
        ...headers,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      }),
    remove: () => shop.post('/api/web/user/deleteAvatar', {}, headers),
    post: (body: FormData) => shop.post('/form/user/editAvatar', body, cookie),
    see: (path: string) => shop.get(path, cookie),
  }
}

function formOf(picture: Buffer, square: Record<string, number> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(square)) form.append(name, String(value))
  form.append('avatar', new Blob([new Uint8Array(picture)]), 'me.png')
  return form
}

async function picturesIn(): Promise<{ key: string; width: number; height: number }[]> {
  const { rows } = await shop.database.db.pool.query<{ key: string; width: number; height: number }>(
    'select key, width, height from pictures order by id',
  )
  return rows
}

const original = async (key: string): Promise<Buffer> =>
  readFile((await openStore(join(shop.folder, 'media')).original(key))!)

const keyIn = ({ body }: Answer): string => /\/media\/([0-9a-f]{16})\/320\.webp/.exec(body)![1]!
const problemIn = ({ body }: Answer): unknown => (JSON.parse(body) as { data: unknown }).data

it('is a square of what was sent, written anew, and the one before is deleted with its files', async () => {
  const ada = await browser()
  const given = await halves(600, 400)
    .withMetadata({ exif: { IFD0: { Copyright: 'Ada at home' } } })
    .jpeg()
    .toBuffer()
  const first = await ada.send(formOf(given, { x: 0, y: 100, size: 250 }))
  expect([first.status, first.body]).toEqual([200, expect.stringContaining('"avatar":"/media/')])
  const left = keyIn(first)
  const bytes = await original(left)
  const { width, height, exif } = await sharp(bytes).metadata()
  expect([width, height, exif]).toEqual([250, 250, undefined])
  // All of it is of the left half.
  const [red, , blue] = await pixel(bytes, 245, 10)
  expect(red).toBeGreaterThan(blue)

  const second = await ada.send(formOf(given))
  const middle = keyIn(second)
  expect((await picturesIn()).find(({ key }) => key === middle)).toMatchObject({ width: 400, height: 400 })
  const store = openStore(join(shop.folder, 'media'))
  await pruneUploads(shop.database.db, store, new Date(Date.now() - 1_000))
  expect(await store.original(left)).toBeNull()
  expect(await store.original(middle)).not.toBeNull()

  const none = await ada.remove()
  expect(none.body).toContain('"avatar":null')
  await pruneUploads(shop.database.db, store, new Date(Date.now() + 1_000))
  expect(await picturesIn()).toEqual([])
})

// Holds the digests by which `serve.ts` recognises a picture: each time that it is sent it gets another id.
it('is the same one under the same key, and another one is refused there', async () => {
  const ada = await browser()
  const given = await halves(120, 90).png().toBuffer()
  const first = await ada.send(formOf(given), 'a face')
  expect([first.status, (await ada.send(formOf(given), 'a face')).body]).toEqual([200, first.body])
  const other = await ada.send(formOf(await halves(90, 120).png().toBuffer()), 'a face')
  expect([other.status, problemIn(other)]).toMatchObject([422, { problem: 'idempotency_key_reused' }])
  await ada.remove()
})

it('stays while somebody else has the same', async () => {
  const [ada, grace] = [await browser(), await browser()]
  const given = await halves(90, 90).png().toBuffer()
  const key = keyIn(await ada.send(formOf(given)))
  expect(keyIn(await grace.send(formOf(given)))).toBe(key)
  await ada.remove()
  const store = openStore(join(shop.folder, 'media'))
  await pruneUploads(shop.database.db, store, new Date(Date.now() + 1_000))
  expect(await store.original(key)).not.toBeNull()
  expect((await ada.see('/user/info')).body).not.toContain(key)
  expect((await grace.see('/user/info')).body).toContain(`/media/${key}/320.webp`)
  expect((await grace.see('/auth/export/account.json')).body).toContain(`${origin}/media/${key}/320.webp`)
})

it('takes a plain form, too, and shows it again with what was wrong', async () => {
  const ada = await browser()
  const done = await ada.post(formOf(await photograph(300, 200), { x: 9_999, y: 0, size: 50 }))
  expect([done.status, done.headers['location']]).toEqual([303, '/user/info'])
  const page = await ada.see('/user/info')
  const key = keyIn(page)
  // A square beyond the edge is none: the one in the middle is taken.
  expect((await picturesIn()).find((one) => one.key === key)).toMatchObject({ width: 200, height: 200 })
  const empty = new FormData()
  empty.append('avatar', new Blob([]), '')
  const nothing = await ada.post(empty)
  expect([nothing.status, nothing.body]).toEqual([422, expect.stringContaining('Choose a picture first.')])
  const text = await ada.post(formOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))
  expect(text.status).toBe(422)
  expect(keyIn(await ada.see('/user/info')), 'nothing has changed').toBe(key)
})

it('refuses what is no picture, damaged, huge, or of a guest, and keeps the picture', async () => {
  const ada = await browser()
  const key = keyIn(await ada.send(formOf(await halves(64, 64).png().toBuffer())))
  const before = await picturesIn()
  const refused = async (bytes: Buffer): Promise<unknown> => problemIn(await ada.send(formOf(bytes)))
  expect(await refused(Buffer.from('not a picture, whatever it is called'))).toMatchObject({
    problem: 'not_a_picture',
  })
  const damaged = (await photograph(200, 200)).subarray(0, 2_000)
  expect(await refused(damaged)).toMatchObject({ problem: 'damaged_picture' })
  // 12 MB are the most; it begins as a picture does.
  const large = Buffer.alloc(12 * 1024 * 1024 + 1)
  large.set(Buffer.from('89504e470d0a1a0a', 'hex'))
  expect(await refused(large)).toMatchObject({ problem: 'picture_too_large' })
  // Some kilobytes that would be 60 million pixels.
  const bomb = await sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(await refused(bomb)).toMatchObject({ problem: 'too_many_pixels' })
  expect(problemIn(await ada.send({ avatar: 'of-nobody' }))).toMatchObject({ problem: 'unknown_picture' })
  const guest = await shop.post('/api/web/user/editAvatar', formOf(await halves(9, 9).png().toBuffer()), {
    origin,
  })
  expect([guest.status, problemIn(guest)]).toMatchObject([401, { problem: 'sign_in_required' }])
  expect(await picturesIn()).toEqual(before)
  expect(keyIn(await ada.see('/user/info'))).toBe(key)
})

it('is sent only from the shop’s own pages', async () => {
  const ada = await browser()
  const foreign = await shop.post('/form/user/editAvatar', formOf(await halves(9, 9).png().toBuffer()), {
    origin: 'https://elsewhere.example',
  })
  expect(foreign.status).toBe(403)
  expect((await ada.see('/user/info')).body).toContain('You have not chosen a picture.')
})
