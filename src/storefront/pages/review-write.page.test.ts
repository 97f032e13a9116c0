import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { bought, type Bought } from '#test/aftersale/review-world.ts'
import { origin, openWholeShop, type WholeShop } from '#test/whole-shop.ts'

/* The form of a review as a browser without scripts sends it, with what people send who mean no good. */

let shop: WholeShop
let order: Bought
let line: number
beforeAll(async () => {
  shop = await openWholeShop()
  await shop.database.db.pool.query(cartCatalogue)
  order = await bought(shop.database.db)
  line = order.lines['stool-sage']!
})
afterAll(() => shop.close())

const headers = () => ({
  cookie: `__Host-violet_cart=${order.token}`,
  origin,
  'sec-fetch-site': 'same-origin',
})

function formOf(fields: Readonly<Record<string, string>>, files: readonly Blob[] = []): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ orderLine: String(line), line: String(line), ...fields }))
    form.append(name, value)
  for (const file of files) form.append('images', file, 'picture.jpg')
  return form
}

async function written(): Promise<number> {
  const { rows } = await shop.database.db.pool.query<{ count: number }>(
    'select count(*)::int as count from reviews',
  )
  return rows[0]!.count
}

/** Elements that a stranger's words have become. */
function planted(html: string): string[] {
  return html.match(/<(?:img|svg)\b[^>]*\s(?:onerror|onload)=[^>]*>|<script>alert/gi) ?? []
}

it('shows the star of the mail, writes nothing by being opened, and nothing to a stranger', async () => {
  const { status, body } = await shop.get(`/review/${line}?score=3`, headers())
  expect(status).toBe(200)
  expect(body).toMatch(
    /<input[^>]*name="score"[^>]*checked=""[^>]*value="3"|<input[^>]*value="3"[^>]*checked=""/,
  )
  for (const score of ['0', '6', 'x', '3&score=5', encodeURIComponent('"><img src=x onerror=alert(1)>')]) {
    const page = await shop.get(`/review/${line}?score=${score}`, headers())
    expect([score, page.status, planted(page.body)]).toEqual([score, 200, []])
  }
  expect(await written()).toBe(0)
  const stranger = await shop.get(`/review/${line}`)
  expect([stranger.status, stranger.headers['location']]).toEqual([303, '/order?unknown=1'])
  for (const path of [
    '/review/0',
    '/review/1e3',
    '/review/99999999999999999999',
    '/review/-1',
    '/review/%00',
  ])
    expect([path, (await shop.get(path, headers())).status >= 400]).toEqual([path, true])
})

it('keeps what was typed in a refused form, as words and not as elements', async () => {
  const evil = '<img src=x onerror=alert(1)>"\'</textarea><script>alert(1)</script>'
  const { status, body } = await shop.post(
    '/form/review/add',
    formOf({ score: '2', content: evil, title: evil, displayName: 'www.pills.example' }),
    headers(),
  )
  expect(status).toBe(422)
  expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(planted(body)).toEqual([])
  // The check sees it where it is one.
  expect(
    planted(body.replace('&lt;img src=x onerror=alert(1)&gt;', '<img src=x onerror=alert(1)>')),
  ).toHaveLength(1)
  expect(await written()).toBe(0)
})

it('leaves it to the shop to say at each field what is lacking, and writes nothing', async () => {
  const { body } = await shop.get(`/review/${line}`, headers())
  expect(body).toMatch(/<form class="review-form"[^>]* noValidate=""/i)
  const sent = await shop.post('/form/review/add', formOf({ content: ' ' }), headers())
  expect(sent.status).toBe(422)
  expect(sent.body).toMatch(/<p class="field-error" id="review-score-error">Choose one to five stars/)
  expect(sent.body).toMatch(/<fieldset[^>]* id="review-score"[^>]* aria-invalid="true"/)
  const empty = await shop.post('/form/review/add', formOf({ score: '3', content: ' ' }), headers())
  expect(empty.status).toBe(422)
  expect(empty.body).toMatch(/<textarea id="review-content"[^>]* aria-invalid="true"/)
  expect(empty.body).toMatch(/<p class="field-error" id="review-content-error">[^<]+</)
  expect(await written()).toBe(0)
})

it('refuses files that are no pictures, with all that was typed, and writes nothing', async () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex')
  const hostile: Record<string, Buffer> = {
    html: Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(80)),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'.padEnd(80)),
    pdf: Buffer.from('%PDF-1.7\n'.padEnd(80)),
    program: Buffer.concat([Buffer.from('MZ'), randomBytes(100)]),
    elf: Buffer.concat([Buffer.from('7f454c46', 'hex'), randomBytes(100)]),
    zip: Buffer.concat([Buffer.from('504b0304', 'hex'), randomBytes(100)]),
    gif: Buffer.from('GIF89a'.padEnd(80)),
    noise: createHash('sha512').update('noise').digest(),
    'a PNG that ends at once': Buffer.concat([png, Buffer.alloc(40)]),
    'a PNG with a page in it': Buffer.concat([png, Buffer.from('<script>alert(1)</script>'.padEnd(80))]),
    'a JPEG of noise': Buffer.concat([jpeg, randomBytes(200)]),
    'one byte': Buffer.from('x'),
  }
  for (const [name, bytes] of Object.entries(hostile)) {
    const form = formOf({ score: '2', content: 'It leans.' }, [
      new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }),
    ])
    const { status, body } = await shop.post('/form/review/add', form, headers())
    // A decoder that is kept waiting by a busy machine is cut off: no picture either.
    expect([name, status === 422 ? body.includes('It leans.') : status]).toEqual([
      name,
      status === 504 ? 504 : true,
    ])
    expect(body).not.toContain('<script>alert(1)')
  }
  expect(await written()).toBe(0)
})

it('takes the form without scripts, says so on the page, and shows it to nobody else yet', async () => {
  const sent = await shop.post(
    '/form/review/add',
    formOf({ score: '2', content: 'It leans. <b>A lot</b>', fit: '' }),
    headers(),
  )
  expect([sent.status, sent.headers['location']]).toEqual([303, `/review/${line}`])
  expect(await written()).toBe(1)
  const own = await shop.get(`/review/${line}`, headers())
  expect(own.body).toContain('It leans. &lt;b&gt;A lot&lt;/b&gt;')
  expect(own.body).toContain('Waiting to be read.')
  expect(own.headers['cache-control']).toContain('no-store')
  expect((await shop.get('/product/stool')).body).not.toContain('It leans.')
  const again = await shop.post('/form/review/add', formOf({ score: '5', content: 'Twice.' }), headers())
  expect(again.status).toBe(422)
  expect(again.body).toContain('You have reviewed this already.')
  const foreign = await shop.post('/form/review/delete', new URLSearchParams({ review: '1' }), {
    ...headers(),
    origin: 'https://elsewhere.example',
    'sec-fetch-site': 'cross-site',
  })
  expect(foreign.status).toBe(403)
  expect(await written()).toBe(1)
})
