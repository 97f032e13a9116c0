import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importForms } from './shop/import.ts'
import { openMedia } from '#features/media/rules/open-media.ts'
import { pruneUploads } from '#features/media/rules/uploads.ts'
import { halves, photograph } from '#features/media/test-pictures.ts'
import { signLink } from '#platform/server/signing.ts'
import { elements } from '#test/markup.ts'
import { openWholeShop, type Answer, type WholeShop } from '#test/whole-shop.ts'
import { contentFile, type FormEntry } from '#wire/content-format.ts'

let shop: WholeShop
let forms: FormEntry[]
let visitor = 0
/** A network of its own for each test: what one asks for does not count for another. */
let from: Record<string, string>

beforeAll(async () => {
  shop = await openWholeShop()
  await shop.configure({ shop: { email: 'hello@shop.example' } })
  const file: unknown = JSON.parse(await readFile('demo/content/forms.json', 'utf8'))
  forms = contentFile.parse(file).forms
  await shop.database.db.transact((tx) =>
    importForms(
      tx,
      forms.map((entry) => ({ entry })),
    ),
  )
})
afterAll(() => shop.close())
beforeEach(async () => {
  visitor += 1
  from = { 'user-agent': `test ${visitor}` }
  await shop.database.db.pool.query(
    'delete from rate_counts; delete from inquiry_pictures; delete from inquiries; delete from outbox_mails; delete from uploads',
  )
})

const filled = {
  form: 'feedback',
  content: 'The lamp’s foot wobbles.\r\nSee the pictures.',
  'contact.topic': 'product',
  'contact.name': '<b>Ada</b>',
  'contact.email': 'ada@example.com',
}

function form(fields: Record<string, string>, pictures: readonly (Buffer | string)[] = []): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  for (const picture of pictures)
    data.append('images', new Blob([new Uint8Array(Buffer.from(picture))]), 'a.jpg')
  return data
}

function sends(
  fields: Record<string, string>,
  pictures: readonly (Buffer | string)[] = [],
  lang = '',
): Promise<Answer> {
  return shop.post(`${lang}/form/inquiry/submit`, form(fields, pictures), from)
}

function labelOf(code: string): string | undefined {
  return forms[0]!.fields.find((field) => field.code === code)!.label['zh']
}

async function count(table: string): Promise<number> {
  const { rows } = await shop.database.db.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return rows[0]!.n
}

async function nothingMoved(): Promise<void> {
  expect([await count('inquiries'), await count('outbox_mails')]).toEqual([0, 0])
}

describe('an inquiry without scripts', () => {
  it('comes back with all that was typed, the pictures too, and goes when it is mended', async () => {
    const picture = await photograph(300, 200)
    const refused = await sends({ ...filled, 'contact.email': 'ada', 'contact.topic': '' }, [picture], '/zh')
    expect(refused.status).toBe(422)
    expect(refused.headers['cache-control']).toBe('private, no-store')
    expect(refused.body).not.toContain('<b>Ada')
    expect(refused.body).toContain('lang="zh-Hans"')
    expect(refused.body).toMatch(
      /<textarea[^>]*>\s*The lamp’s foot wobbles\.\r?\nSee the pictures\.<\/textarea>/,
    )
    const inputs = elements(refused.body, 'input')
    expect(inputs.find(({ name }) => name === 'contact.name')).toMatchObject({
      value: '<b>Ada</b>',
    })
    expect(inputs.find(({ name }) => name === 'contact.email')).toMatchObject({
      value: 'ada',
      'aria-invalid': 'true',
    })
    const kept = inputs.find(({ name, type }) => name === 'images' && type === 'checkbox')!['value']!
    expect(refused.body).toContain('href="#inquiry-contact-topic"')
    expect(refused.body).toContain(`请回答：${labelOf('topic')}`)
    await nothingMoved()

    const sent = await sends({ ...filled, images: kept }, [picture], '/zh')
    expect(sent.status).toBe(303)
    const to = sent.headers['location'] as string
    expect(to).toMatch(/^\/zh\/inquiry\/thankyou\?form=feedback&number=[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const number = to.slice(-9)
    const { rows } = await shop.database.db.pool.query(
      `select number, content, contact, locale, (select count(*)::int from inquiry_pictures) as pictures from inquiries`,
    )
    expect(rows).toEqual([
      {
        number,
        locale: 'zh',
        content: 'The lamp’s foot wobbles.\nSee the pictures.',
        contact: [
          { code: 'topic', kind: 'choice', label: labelOf('topic'), value: '我买的东西' },
          { code: 'name', kind: 'text', label: labelOf('name'), value: '<b>Ada</b>' },
          { code: 'email', kind: 'email', label: labelOf('email'), value: 'ada@example.com' },
        ],
        pictures: 2,
      },
    ])
    const page = await shop.get(to)
    expect(page.body).toContain(number)
    expect(page.body).toContain(forms[0]!.thanks['zh'])
  })

  it('is mailed to the shop with everything, and to who wrote it without a word of it', async () => {
    await sends(filled, [await halves(80, 60).png().toBuffer()])
    const { rows } = await shop.database.db.pool.query<Record<string, string>>(
      'select kind, recipient, reply_to, plain, html from outbox_mails order by kind',
    )
    expect(rows.map(({ kind, recipient, reply_to }) => [kind, recipient, reply_to])).toEqual([
      ['inquiry.receipt', 'ada@example.com', 'hello@shop.example'],
      ['inquiry.shop', 'hello@shop.example', 'ada@example.com'],
    ])
    expect(rows[0]!['plain']).not.toMatch(/wobbles|Ada/)
    expect(rows[1]!['plain']).toContain('> The lamp’s foot wobbles.\n> See the pictures.')
    expect(rows[1]!['plain']).toMatch(/https:\/\/shop\.example\/media\/[0-9a-f]{16}\/1440\.jpg/)
    expect(rows[1]!['html']).toContain('&lt;b&gt;Ada&lt;/b&gt;')
  })

  it('is one inquiry when the button is pressed twice', async () => {
    const answers = await Promise.all([sends(filled), sends(filled), sends(filled)])
    expect(new Set(answers.map(({ headers }) => headers['location'])).size).toBe(1)
    expect([await count('inquiries'), await count('outbox_mails')]).toEqual([1, 2])
  })

  it('thanks a program, and keeps nothing of it', async () => {
    const sent = await sends({ ...filled, website: 'https://spam.example' })
    expect(sent.status).toBe(303)
    await nothingMoved()
  })

  it('is refused after ten in an hour, with the words still there', async () => {
    for (let n = 0; n < 10; n++) await sends({ ...filled, content: `Number ${n}` })
    const refused = await sends({ ...filled, content: 'One more' })
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('The limit for now is reached. Please try again in ')
    expect(refused.body).toMatch(/<textarea[^>]*>One more<\/textarea>/)
    expect(await count('inquiries')).toBe(10)
  })

  it('does not come from another site', async () => {
    const answer = await shop.post('/form/inquiry/submit', form(filled), {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    })
    expect(answer.status).toBe(403)
    await nothingMoved()
  })

  it('survives control characters, half characters and a broken body', async () => {
    expect((await sends({ ...filled, content: 'a\0b\u001b[2Jc', 'contact.name': 'A\0\nB' })).status).toBe(303)
    const { rows } = await shop.database.db.pool.query(
      `select content, contact->1->>'value' as name from inquiries`,
    )
    expect(rows).toEqual([{ content: 'ab[2Jc', name: 'A B' }])
    for (const name of ['no\0thing', '../cart', 'nothing'])
      expect((await sends({ ...filled, form: name })).status, name).toBe(404)
    expect((await shop.get('/inquiry/no%00thing')).status).toBe(404)
    const broken = await shop.post('/form/inquiry/submit', new URLSearchParams({ a: 'b' }), {
      'content-type': 'multipart/form-data; boundary=x',
    })
    expect(broken.status).toBe(400)
    expect(await count('inquiries')).toBe(1)
  })
})

describe('a picture', () => {
  const upload = async (bytes: Buffer | string): Promise<Answer> => {
    const data = new FormData()
    data.append('image', new Blob([new Uint8Array(Buffer.from(bytes))]), 'holiday.jpg')
    return shop.post('/api/web/upload/image', data, from)
  }
  const said = ({ body }: Answer): { code: number; data: { problem?: string; id: string; url: string } } =>
    JSON.parse(body) as { code: number; data: { problem?: string; id: string; url: string } }

  it('is taken in anew, and seen at its address', async () => {
    const given = await halves(900, 600)
      .withExif({ IFD0: { Copyright: 'SECRET-OWNER' } })
      .jpeg()
      .toBuffer()
    const answer = await upload(given)
    expect(answer.status).toBe(200)
    const { data } = said(answer)
    expect(data.id).toMatch(/^[0-9a-f]{32}$/)
    const seen = await shop.get(data.url)
    expect([seen.status, seen.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(seen.headers['content-security-policy']).toContain('sandbox')
    const key = data.url.split('/')[2]!
    const stored = await readFile(join(shop.folder, 'media', 'originals', key.slice(0, 2), key))
    expect(stored.includes('SECRET-OWNER')).toBe(false)
  })

  it('that did not come is asked for: the field is not there, is a text, or was left empty', async () => {
    for (const give of [
      (data: FormData): void => data.append('picture', new Blob([new Uint8Array(9)]), 'a.jpg'),
      (data: FormData): void => data.append('image', 'a.jpg'),
      (data: FormData): void => data.append('image', new Blob([]), ''),
      (): void => {},
    ]) {
      const data = new FormData()
      data.append('note', 'here it is')
      give(data)
      const { status, body } = await shop.post('/api/web/upload/image', data, from)
      expect([status, JSON.parse(body)]).toMatchObject([
        400,
        {
          data: {
            problem: 'picture_required',
            fields: { image: 'No picture came with this. Please choose one, then send it again.' },
          },
        },
      ])
    }
  })

  it.each<[string, () => Promise<Buffer> | Buffer | string, string]>([
    [
      'a drawing with a script',
      () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'not_a_picture',
    ],
    ['a web page', () => '<!doctype html><script>alert(1)</script>', 'not_a_picture'],
    ['a GIF that is a program', () => 'GIF89a/*\x01\x00\x01\x00*/=1;alert(1)', 'not_a_picture'],
    [
      'the beginning of a JPEG',
      async () => (await photograph(400, 300)).subarray(0, 3_000),
      'damaged_picture',
    ],
    [
      'a JPEG in name only',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500)]),
      'damaged_picture',
    ],
    [
      'a small file with 42 million pixels',
      () =>
        sharp({ create: { width: 7000, height: 6000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      'too_many_pixels',
    ],
    [
      'more than 12 MB',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(12 * 1024 * 1024)]),
      'picture_too_large',
    ],
  ])('that is %s is refused by name, and nothing of it stays', async (_what, make, problem) => {
    const [pictures, files] = [await count('pictures'), await filesOf(shop)]
    const bytes = await make()
    const answer = await upload(bytes)
    expect(said(answer).data.problem).toBe(problem)
    expect(answer.status).toBeGreaterThanOrEqual(410)
    expect(answer.status).toBeLessThan(423)
    expect([await count('uploads'), await count('pictures'), await filesOf(shop)]).toEqual([
      0,
      pictures,
      files,
    ])
    if (bytes.length === 0) return
    // The same in the form: the words stay.
    const refused = await sends(filled, [Buffer.from(bytes)])
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('id="inquiry-images-error"')
    expect(refused.body).toContain('See the pictures.</textarea>')
    await nothingMoved()
  })

  it('is refused after sixty in an hour, with the words still there', async () => {
    for (let n = 0; n < 60; n++) await upload('no picture')
    const refused = await upload('no picture')
    expect([refused.status, said(refused).data.problem]).toEqual([429, 'too_many_requests'])
    const picture = await halves(30, 20).png().toBuffer()
    const shown = await sends(filled, [picture])
    expect(shown.status).toBe(422)
    expect(shown.body).toContain('id="inquiry-images-error"')
    expect(shown.body).toContain('The limit for now is reached. Please try again in ')
    expect(shown.body).toContain('See the pictures.</textarea>')
    expect([await count('uploads'), await count('inquiries')]).toEqual([0, 0])
    // Without pictures it goes.
    expect((await sends(filled)).status).toBe(303)
  })

  it('is one of six', async () => {
    const picture = await halves(30, 20).png().toBuffer()
    const refused = await sends(filled, Array<Buffer>(7).fill(picture))
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('Up to 6 pictures can be sent.')
    expect(
      elements(refused.body, 'input').filter(({ name, type }) => name === 'images' && type === 'checkbox'),
    ).toHaveLength(6)
    await nothingMoved()
  })

  it('goes with the call by its id, and an unknown one does not', async () => {
    const { id } = said(await upload(await halves(40, 30).png().toBuffer())).data
    const { form: name, content, ...rest } = filled
    const contact = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key.slice(8), value]))
    const ask = (images: string[]) =>
      shop.post('/api/web/inquiry/submit', { form: name, content, contact, images }, from)
    const refused = await ask([id, 'f'.repeat(32)])
    expect([refused.status, said(refused).data.problem]).toEqual([410, 'unknown_picture'])
    await nothingMoved()
    expect((await ask([id])).status).toBe(200)
    expect([await count('inquiries'), await count('inquiry_pictures')]).toEqual([1, 1])
    const empty = await shop.post('/api/web/inquiry/submit', { form: 'feedback' }, from)
    expect(JSON.parse(empty.body)).toMatchObject({
      data: { problem: 'invalid_input', fields: { 'contact.name': 'Your name is required' } },
    })
  })

  it('is gone after a day when nothing shows it, and stays when something does', async () => {
    const { db } = shop.database
    const unused = said(await upload(await photograph(120, 90))).data
    const used = said(await upload(await photograph(140, 90))).data
    await sends({ ...filled, images: used.id })
    const { store, close } = openMedia(join(shop.folder, 'media'))
    await pruneUploads(db, store, new Date(Date.now() - 86_400_000))
    expect((await shop.get(unused.url)).status).toBe(200)
    await pruneUploads(db, store, new Date(Date.now() + 1_000))
    close()
    expect(await count('uploads')).toBe(0)
    expect((await shop.get(unused.url)).status).toBe(404)
    expect((await shop.get(used.url)).status).toBe(200)
  })
})

describe('a link in a mail', () => {
  it('unsubscribes by the mail program’s own button, and by no look at it', async () => {
    const { db } = shop.database
    const { rows } = await db.pool.query<{ id: number }>(
      `insert into newsletter_subscribers (email, locale, state, created_at, changed_at)
       values ('mei@example.com', 'zh', 'subscribed', now(), now()) returning id`,
    )
    const token = await signLink(db, 'newsletter.unsubscribe', rows[0]!.id, null)
    const path = `/zh/newsletter/unsubscribe?token=${token}`
    const state = async (): Promise<unknown> =>
      (await db.pool.query('select state from newsletter_subscribers')).rows[0]
    const page = await shop.get(path)
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(await state()).toEqual({ state: 'subscribed' })
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await shop.post('/zh/newsletter/unsubscribe?token=x', oneClick)).status).toBe(410)
    expect(await state()).toEqual({ state: 'subscribed' })
    expect((await shop.post(path, oneClick)).status).toBe(200)
    expect(await state()).toEqual({ state: 'unsubscribed' })
    expect((await shop.get('/newsletter/unsubscribe?token=x')).status).toBe(410)
  })
})

async function filesOf({ folder }: WholeShop): Promise<string[]> {
  const found = await readdir(join(folder, 'media'), { recursive: true }).catch(() => [])
  return found.filter((file) => file.includes('originals')).toSorted()
}
