import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type RunningShop } from '#test/running-shop.ts'

/*
 * Strings that break programs, in whatever a stranger may fill in: nothing breaks, nothing comes back as markup,
 * nothing takes long.
 */

const corpus = '../shared/data/corpora/naughty-strings.json'
const strings: string[] = existsSync(corpus) ? JSON.parse(readFileSync(corpus, 'utf8')) : []

let shop: RunningShop

describe.skipIf(strings.length === 0)(`naughty strings (${strings.length || `no ${corpus}`})`, () => {
  beforeAll(async () => {
    shop = await openShop({ demo: true })
  }, 120_000)

  afterAll(async () => {
    await shop.stop()
    await shop.remove()
  })

  /** Where `S` stands, the string comes. */
  const paths = [
    '/S',
    '/S/S',
    '/zh/S',
    '/category/S',
    '/collection/S',
    '/tag/S',
    '/product/S',
    '/product/perch-stool/S',
    '/article/S',
    '/page/S',
    '/promotion/S',
    '/coupon/S',
    '/inquiry/S',
    '/app/S',
  ]
  const queries = [
    '/search?q=S',
    '/zh/search?q=S&sort=new',
    '/search?q=S&page=2',
    '/search?q=lamp&opt.color=S',
    '/category/tableware?opt.color=S',
    '/category/tableware?opt.S=S',
    '/category/tableware?sort=S&page=S&min=S&max=S',
    '/category/tableware?tag=S&rating=S&stock=S',
    '/product/perch-stool?sort=S&page=S&stars=S',
    '/article?page=S&tag=S',
    '/compare?products=S',
    '/?S=S',
    '/?request=route&userAgent=S&referer=S&cookies=S',
  ]

  it.each([...paths, ...queries])('GET %s', async (pattern) => {
    const tried = await eachString((text) => ({ path: pattern.replaceAll('S', encode(text)) }))
    expect(tried).toBe(strings.length)
  })

  it('in every text of every call', async () => {
    for (const call of await calls()) {
      const tried = await eachString((text) => ({ path: call.path, json: call.fill(text) }))
      expect(tried).toBe(strings.length)
    }
  }, 600_000)

  it('in every text of every form', async () => {
    for (const call of await calls()) {
      const path = call.path.replace('/api/web/', '/form/')
      const tried = await eachString((text) => ({ path, form: flat(call.fill(text)) }), 7)
      expect(tried).toBeGreaterThan(70)
    }
  }, 600_000)
})

interface Asked {
  path: string
  json?: unknown
  form?: Record<string, string>
}

/** @returns how many were tried */
async function eachString(ask: (text: string) => Asked, every = 1): Promise<number> {
  const chosen = strings.filter((_, index) => index % every === 0)
  const left = [...chosen]
  const worker = async (): Promise<void> => {
    for (let text = left.pop(); text !== undefined; text = left.pop()) await tryOne(text, ask(text))
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return chosen.length
}

async function tryOne(text: string, asked: Asked): Promise<void> {
  const first = await send(asked)
  // The machine may have been busy: what is slow is slow twice.
  const took = first.took < 1000 ? first.took : (await send(asked)).took
  const what = JSON.stringify(asked)
  expect(first.status, what).toBeLessThan(500)
  expect(took, `${what} takes long`).toBeLessThan(1000)
  if (first.type.startsWith('text/html') && /<[a-z!/?]/i.test(text))
    expect(first.body.includes(text), `${what} comes back as markup`).toBe(false)
}

async function send({ path, json, form }: Asked): Promise<{
  status: number
  type: string
  body: string
  took: number
}> {
  const began = performance.now()
  const body = json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form) : null
  const answer = await fetch(`${shop.url}${path}`, {
    redirect: 'manual',
    ...(body === null ? {} : { method: 'POST', body }),
    headers: json === undefined ? {} : { 'content-type': 'application/json' },
  })
  const text = await answer.text()
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    body: text,
    took: performance.now() - began,
  }
}

/** A lone surrogate has no place in an address. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
}

interface Call {
  path: string
  fill: (text: string) => Record<string, unknown>
}

/** Every call of the shop, from its own description: what is added later is tried too. */
async function calls(): Promise<Call[]> {
  const api = (await (await fetch(`${shop.url}/api/openapi.json`)).json()) as {
    paths: Record<
      string,
      { post?: { requestBody?: { content: Record<string, { schema: Schema } | undefined> } } }
    >
  }
  const found = Object.entries(api.paths).flatMap(([path, { post }]) => {
    const schema = post?.requestBody?.content['application/json']?.schema
    return schema ? [{ path, fill: (text: string) => fill(schema, text) as Record<string, unknown> }] : []
  })
  expect(found.length).toBeGreaterThan(10)
  return found
}

function fill(schema: Schema, text: string): unknown {
  const [first] = schema.anyOf ?? []
  if (first) return fill(first, text)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, value]) => [name, fill(value, text)]),
      )
    case 'array':
      return schema.items ? [fill(schema.items, text)] : []
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return schema.enum ? schema.enum[0] : text
  }
}

function flat(value: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      typeof one === 'object' ? JSON.stringify(one) : String(one as string | number | boolean),
    ]),
  )
}
