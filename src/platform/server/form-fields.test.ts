import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { formInput, readMultipart, readPlain, withFiles, type Fields, type FilePlace } from './form-fields.ts'

const place = z.strictObject({ city: z.string().default(''), floor: z.int().default(0) })
const save = endpoint({
  path: '/test/save',
  summary: 'Keeps what a form holds',
  input: z.strictObject({
    slug: z.string(),
    count: z.int().optional(),
    note: z.string().max(20).optional(),
    code: z.string().min(1).optional(),
    lines: z.array(z.int()).optional(),
    contact: z.strictObject({ email: z.string().default(''), news: z.boolean().default(false) }).optional(),
    billing: place.nullable().optional(),
    answers: z.record(z.string(), z.string()).optional(),
    parcels: z
      .array(z.strictObject({ line: z.int(), sku: z.string().min(1).nullable().default(null) }))
      .optional(),
    rooms: z
      .array(z.strictObject({ beds: z.int() }))
      .nullable()
      .default(null),
  }),
  output: z.object({}),
})

it.each<[what: string, fields: Fields, input: Record<string, unknown>]>([
  [
    'numbers and lists',
    { slug: ['a'], count: ['3'], 'lines[]': ['1', '2'] },
    { slug: 'a', count: 3, lines: [1, 2] },
  ],
  [
    'a switch in a group',
    { 'contact.email': ['a@b.cd'], 'contact.news': ['on'] },
    { contact: { email: 'a@b.cd', news: true } },
  ],
  ['a switch that is off', { 'contact.email': ['a@b.cd'] }, { contact: { email: 'a@b.cd' } }],
  [
    'a number in a group that may be null',
    { billing: ['other'], 'billing.floor': ['4'] },
    { billing: { floor: 4 } },
  ],
  ['a group that is wanted to be null', { billing: [''], 'billing.city': ['Graz'] }, { billing: null }],
  ['a group that is not there', { slug: ['a'] }, { slug: 'a' }],
  [
    'a group of any names',
    { 'answers.size': ['', 'L'], 'answers.text': [''] },
    { answers: { size: 'L', text: '' } },
  ],
  [
    'a list of groups by their numbers',
    {
      'parcels.10.line': ['7'],
      'parcels.2.line': ['5'],
      'parcels.2.sku': ['A-1'],
      'parcels.10.sku': [''],
      'parcels.x.line': ['1'],
      'parcels.3.': ['1'],
      parcels: ['9'],
    },
    { parcels: [{ line: 5, sku: 'A-1' }, { line: 7 }] },
  ],
  ['a list of groups that may be null', { 'rooms.0.beds': ['2'] }, { rooms: [{ beds: 2 }] }],
  ['a text that was emptied, where it may be', { note: [''], code: [''] }, { note: '' }],
  ['what the contract does not know', { other: ['x'], 'contactless.email': ['x'] }, {}],
])('reads %s', (_, fields, input) => {
  const read = formInput(save, fields)
  expect(read).toEqual(input)
})

it('reads a list of a thousand groups without looking at all fields for each of them', () => {
  const fields: Fields = {}
  for (let field = 0; field < 5_400; field += 1)
    fields[`parcels.${field % 1_000}.${field < 1_000 ? 'line' : `x${field}`}`] = [String(field)]
  let looked = 0
  const counted = new Proxy(fields, {
    get: (target, name) => ((looked += 1), Reflect.get(target, name) as unknown),
  })
  const { parcels } = formInput(save, counted) as { parcels: unknown[] }
  expect(parcels).toHaveLength(1_000)
  expect(parcels.slice(998)).toEqual([{ line: 998 }, { line: 999 }])
  expect(looked).toBeLessThan(3 * 5_400)
})

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }

it('keeps of a plain form nothing that a text of the shop cannot hold', () => {
  const body = { 'a\0': 'x\0y', b: ['\ud800', 'z'] }
  expect(readPlain({ body, headers: urlencoded })).toEqual({ a: ['xy'], b: ['\ufffd', 'z'] })
  expect(readPlain({ body: undefined, headers: {} })).toEqual({})
})

it.each(['application/json', 'application/json; application/x-www-form-urlencoded', ''])(
  'reads no form from a body of the type %j',
  (type) => {
    expect(() => readPlain({ body: { a: 1 }, headers: { 'content-type': type } })).toThrow('unsupported_body')
  },
)

describe('a form with files', () => {
  /** What is said of each file, as it is asked. */
  const asked: string[] = []
  const place: FilePlace<number> = {
    refuse: async (head) => {
      asked.push(`${head.byteLength >= 32 ? 'head' : head.byteLength} ${head.toString('latin1', 0, 3)}`)
      return head.toString('latin1').startsWith('no') ? { name: 'not_a_picture' } : null
    },
    take: async (bytes) => (asked.push('taken'), { ok: true, value: bytes.byteLength }),
    leave: () => {},
  }

  async function open(handler: (app: FastifyInstance) => void): Promise<FastifyInstance> {
    asked.length = 0
    const app = Fastify()
    withFiles(app, handler)
    onTestFinished(() => app.close())
    return app
  }

  const reading = (scope: FastifyInstance): void => {
    scope.post('/', (request) => readMultipart(request, 'images', 2, place))
  }

  async function post(app: FastifyInstance, data: FormData): Promise<{ status: number; body: unknown }> {
    const sent = new Response(data)
    const answer = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': sent.headers.get('content-type')! },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  const dataOf = (texts: Record<string, string>, files: readonly string[]): FormData => {
    const data = new FormData()
    for (const [name, text] of Object.entries(texts)) data.append(name, text)
    for (const file of files) data.append('images', new Blob([file]), 'a.jpg')
    return data
  }

  it('has its files asked about by their first bytes, and only wanted ones collected', async () => {
    const app = await open(reading)
    const files = ['no'.repeat(100_000), '', 'yes', 'y'.repeat(300_000), 'one too many']
    expect(await post(app, dataOf({ text: 'words' }, files))).toEqual({
      status: 200,
      body: {
        fields: { text: ['words'] },
        files: { taken: [3, 300_000], refused: { name: 'not_a_picture' } },
      },
    })
    expect(asked).toEqual(['head non', '3 yes', 'taken', 'head yyy', 'taken'])
  })

  it('has texts of 64 KB in all', async () => {
    const app = await open(reading)
    const half = 'x'.repeat(32 * 1024)
    expect(await post(app, dataOf({ a: half, b: half }, []))).toMatchObject({ status: 200 })
    const refused = await post(app, dataOf({ a: half, b: half, c: 'x' }, []))
    expect(refused.body).toMatchObject({ message: 'body_too_large' })
  })

  it('whose sender has gone before it is read is given up', async () => {
    const { promise: outcome, resolve } = Promise.withResolvers<unknown>()
    const gone = Promise.withResolvers<void>()
    const app = await open((scope) => {
      scope.post('/', async (request) => {
        client.destroy()
        request.raw.once('close', gone.resolve)
        await gone.promise
        const read = readMultipart(request, 'images', 1, place)
        resolve(await read.catch(String))
        return ''
      })
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(client, 'connect')
    client.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 99\r\n\r\n--x\r\n',
    )
    expect(await outcome).toBe('Error: unreadable_body')
  })
})
