import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { no, ok } from '#domain/result.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { endpoint } from '#wire/endpoint.ts'
import { safePath } from '#wire/safe-path.ts'
import { readConfig } from './config.ts'
import { announceChanges } from './db/queries-changes.ts'
import { createHttp } from './http.ts'
import { testParts } from './calls/parts-for-tests.ts'
import { createPageCache } from './pages/page-cache.ts'
import type { Who } from './context.ts'
import type { ContextParts } from './request.ts'
import { serveCalls, served } from './serve.ts'

const knock = endpoint({
  path: '/door/knock',
  summary: 'Knocks',
  writes: true,
  input: z.strictObject({ times: z.int().min(1).max(5), name: z.string().min(1).max(10).default('nobody') }),
  output: z.object({ knocks: z.int(), name: z.string() }),
  problems: ['out_of_stock'],
})
const fall = endpoint({
  path: '/door/fall',
  summary: 'Fails',
  input: z.strictObject({}),
  output: z.object({}),
})
const lie = endpoint({
  path: '/door/lie',
  summary: 'Breaks its contract',
  input: z.strictObject({}),
  output: z.object({ n: z.int() }),
})

const members = endpoint({
  path: '/door/members',
  summary: 'For customers',
  writes: true,
  needs: 'customer',
  input: z.strictObject({}),
  output: z.object({}),
})
const leave = endpoint({
  path: '/door/leave',
  summary: 'For everybody, whatever became of their session',
  needs: 'nothing',
  input: z.strictObject({}),
  output: z.object({}),
})

let database: TestDatabase
let app: FastifyInstance
/** What was committed; and how often it was begun. */
let knocks = 0
let attempts = 0
/** Who the next requests come from. */
let asking: Pick<Who, 'customer' | 'over'> = { customer: null, over: null }
/** How often a request's session was taken away. */
let forgotten = 0

beforeAll(async () => {
  database = await createDatabase()
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PUBLIC_URL: 'https://shop.example' })
  const parts: ContextParts = {
    ...testParts(database.db),
    forgetSession: () => void (forgotten += 1),
    who: async () => ({ browser: null, owner: null, session: null, opened: [], ...asking }),
  }
  const http = await createHttp({
    config,
    parts,
    log: pino({ level: 'silent' }),
    cache: createPageCache({ maxBytes: 1_000_000 }),
    lastResort: () => 'last resort',
    missingPage: async (_request, reply) => reply.code(404).send('nothing here'),
    failedPage: async (status, _request, reply) =>
      reply.code(status).type('text/html').send('a failure page'),
  })
  app = http.app
  serveCalls(app, {
    parts,
    checkAnswers: true,
    now: () => new Date(),
    table: [
      served(
        knock,
        (ctx, { times, name }) =>
          ctx.transact(async (tx) => {
            if (name === 'refused') return no({ name: 'out_of_stock' })
            // Slow enough for a second request to arrive meanwhile.
            await new Promise((resolve) => setTimeout(resolve, 30))
            await announceChanges(tx, [`knock:${name}`], true)
            const attempt = ++attempts
            tx.afterCommit(() => void (knocks += times))
            ctx.visitor.setCookie('door', `opened-${attempt}`, { httpOnly: true })
            return ok({ knocks: attempt, name })
          }),
        { next: (_, isDone) => (isDone ? '/hall' : '/hall#refused'), done: null },
      ),
      served(fall, async () => {
        throw new Error('secret detail')
      }),
      served(lie, async () => ok({ n: 1.5 })),
      served(members, async () => ok({}), { next: () => '/members', done: null }),
      served(leave, async () => ok({})),
    ],
  })
  await app.ready()
})

afterAll(async () => {
  await app.close()
  await database.drop()
})

function post(
  path: string,
  payload: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: path,
    payload: payload as string,
    headers: {
      host: 'shop.example',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
}

describe('a call', () => {
  it('answers by the envelope, in the language of the page that makes it', async () => {
    const done = await post('/api/web/door/knock', { times: 2 })
    expect(done.statusCode).toBe(200)
    expect(done.json()).toEqual({ code: 0, msg: '', data: { knocks: attempts, name: 'nobody' } })
    expect(done.headers['cache-control']).toBe('no-store')
    const refused = await post(
      '/api/web/door/knock',
      { times: 9 },
      { referer: 'https://shop.example/zh-HK/x' },
    )
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toEqual({
      code: 40,
      msg: 'zh-HK problem.invalid_input',
      data: { problem: 'invalid_input', fields: { times: 'zh-HK field.too_big' } },
    })
  })

  it.each([
    ['a field that it does not know', { times: 1, isAdmin: true }, 400],
    ['a body that is no JSON', '{"times":', 400],
    ['an empty body', '', 400],
    ['a wrong type', { times: '1' }, 400],
    ['a list', [1], 400],
    ['a poisoned prototype', '{"__proto__":{"times":1}}', 400],
    ['a large body', { times: 1, name: 'x'.repeat(70_000) }, 413],
  ])('refuses %s', async (_, payload, status) => {
    const answer = await post('/api/web/door/knock', payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().code).toBe(40)
    expect(answer.body).not.toContain('isAdmin')
  })

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403, 'foreign_origin'],
    [{ 'sec-fetch-site': 'same-site' }, 403, 'foreign_origin'],
    [{ 'content-type': 'text/plain' }, 415, 'unsupported_body'],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_body'],
    [{ host: 'evil.example' }, 400, 'unknown_host'],
    [{ 'content-encoding': 'gzip' }, 415, 'unsupported_body'],
  ])('refuses a request with %j', async (headers, status, problem) => {
    const before = knocks
    const answer = await post('/api/web/door/knock', '{"times":1}', headers as Record<string, string>)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().data.problem).toBe(problem)
    expect(knocks).toBe(before)
  })

  it('refuses another origin where the browser does not send Sec-Fetch-Site', async () => {
    const headers = { host: 'shop.example', 'content-type': 'application/json' }
    const foreign = await app.inject({
      method: 'POST',
      url: '/api/web/door/knock',
      payload: '{"times":1}',
      headers: { ...headers, origin: 'https://evil.example' },
    })
    const own = await app.inject({
      method: 'POST',
      url: '/api/web/door/knock',
      payload: '{"times":1}',
      headers: { ...headers, origin: 'https://shop.example' },
    })
    expect([foreign.statusCode, own.statusCode]).toEqual([403, 200])
  })

  it('keeps to itself what went wrong, and reflects nothing of an unknown call', async () => {
    const failed = await post('/api/web/door/fall', {})
    expect(failed.statusCode).toBe(500)
    expect(failed.json()).toEqual({
      code: 500,
      msg: 'en problem.unexpected',
      data: { problem: 'unexpected' },
    })
    const unknown = await post('/api/web/<script>', {})
    expect(unknown.statusCode).toBe(404)
    expect(unknown.body).not.toContain('script')
    const nul = await post('/api/web/door/knock%00', { times: 1 })
    expect([nul.statusCode, nul.json().data.problem]).toEqual([404, 'unknown_call'])
  })

  it('does not send an answer that breaks the contract', async () => {
    expect((await post('/api/web/door/lie', {})).statusCode).toBe(500)
  })
})

describe('an idempotency key', () => {
  it('gives the first answer again, with its cookies, and works once, also in parallel', async () => {
    const before = knocks
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post('/api/web/door/knock', { times: 1 }, { 'idempotency-key': 'k1' })),
    )
    expect(knocks).toBe(before + 1)
    for (const answer of answers) {
      expect(answer.json()).toEqual(answers[0]!.json())
      expect(answer.headers['set-cookie']).toEqual(answers[0]!.headers['set-cookie'])
      expect(String(answer.headers['set-cookie'])).toContain('door=opened-')
    }
  })

  it('is refused with another body, and belongs to who sent it', async () => {
    await post('/api/web/door/knock', { times: 1 }, { 'idempotency-key': 'k2' })
    const other = await post('/api/web/door/knock', { times: 2 }, { 'idempotency-key': 'k2' })
    expect(other.statusCode).toBe(422)
    expect(other.json().data.problem).toBe('idempotency_key_reused')
    const before = knocks
    const somebody = await post(
      '/api/web/door/knock',
      { times: 2 },
      { 'idempotency-key': 'k2', cookie: 'violet_cart=other' },
    )
    expect(somebody.statusCode).toBe(200)
    expect(knocks).toBe(before + 2)
  })

  it('is free again after a refusal', async () => {
    const refused = await post(
      '/api/web/door/knock',
      { times: 1, name: 'refused' },
      { 'idempotency-key': 'k3' },
    )
    expect(refused.statusCode).toBe(409)
    expect((await post('/api/web/door/knock', { times: 1 }, { 'idempotency-key': 'k3' })).statusCode).toBe(
      200,
    )
  })

  it('must be 1 to 255 characters', async () => {
    expect(
      (await post('/api/web/door/knock', { times: 1 }, { 'idempotency-key': 'x'.repeat(256) })).statusCode,
    ).toBe(400)
  })
})

describe('a plain form post', () => {
  const form = (payload: string, url = '/zh/form/door/knock'): Promise<LightMyRequestResponse> =>
    post(url, payload, { 'content-type': 'application/x-www-form-urlencoded' })

  it('does the same work and leads on', async () => {
    const before = knocks
    const done = await form('times=2&next=%2Fzh%2Fproduct%2Fx')
    expect([done.statusCode, done.headers.location]).toEqual([303, '/zh/product/x'])
    expect(knocks).toBe(before + 2)
  })

  it('tells a refusal on a page of the visitor’s own', async () => {
    const refused = await form('times=1&name=refused')
    expect([refused.statusCode, refused.headers.location]).toEqual([303, '/hall#refused'])
    expect(decodeURIComponent(String(refused.headers['set-cookie']))).toContain(
      'refused:zh problem.out_of_stock',
    )
  })

  it('never leads to another site', async () => {
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\tevil',
      'javascript:alert(1)',
    ]) {
      expect((await form(`times=1&next=${encodeURIComponent(next)}`)).headers.location).toBe('/hall')
      expect(safePath(next)).toBeNull()
    }
    for (const next of ['/.//evil.example', '/a/..//evil.example', '/%2e//evil.example'])
      expect(safePath(next)).toBeNull()
  })

  it.each([
    ['/日本?q=灯#下', '/%E6%97%A5%E6%9C%AC?q=%E7%81%AF#%E4%B8%8B'],
    ['/a\u2028\x7f\ufeff', '/a%E2%80%A8%7F%EF%BB%BF'],
    ['/zh/product/x?sku=A%20B', '/zh/product/x?sku=A%20B'],
  ])('leads to %j as a header can say it', async (next, location) => {
    const before = knocks
    const done = await form(`times=1&next=${encodeURIComponent(next)}`)
    expect([done.statusCode, done.headers.location, knocks]).toEqual([303, location, before + 1])
  })

  it('is a form, and no other body', async () => {
    const before = attempts
    for (const body of ['{"times":1}', '{"times":{"toString":1,"valueOf":1}}', '{"next":"\\ud800"}']) {
      const answer = await post('/form/door/knock', body)
      expect([answer.statusCode, attempts]).toEqual([415, before])
    }
  })
})

describe('a call for customers', () => {
  const as = async (who: typeof asking, run: () => Promise<LightMyRequestResponse>) => {
    asking = who
    try {
      return await run()
    } finally {
      asking = { customer: null, over: null }
    }
  }

  it('is answered to a customer, and refused to a guest with code 50', async () => {
    const customer = { customer: 7, over: null }
    expect((await as(customer, () => post('/api/web/door/members', {}))).statusCode).toBe(200)
    const guest = await post('/api/web/door/members', {})
    expect(guest.statusCode).toBe(401)
    expect(guest.json()).toMatchObject({ code: 50, data: { problem: 'sign_in_required' } })
  })

  it('tells a session that is over from one that was ended elsewhere, on every call', async () => {
    const stale = (path: string, over: 'invalid' | 'elsewhere') =>
      as({ customer: null, over }, () => post(path, { times: 1 }, { 'x-auth': 'stale' }))
    const before = forgotten
    expect((await stale('/api/web/door/knock', 'invalid')).json()).toMatchObject({ code: 50 })
    expect((await stale('/api/web/door/knock', 'elsewhere')).json()).toMatchObject({
      code: 51,
      data: { problem: 'signed_out_elsewhere' },
    })
    expect(forgotten).toBe(before + 2)
    // Whoever has just been signed out must be able to sign in.
    const left = await as({ customer: null, over: 'invalid' }, () =>
      post('/api/web/door/leave', {}, { 'x-auth': 'stale' }),
    )
    expect(left.statusCode).toBe(200)
  })

  it('sends a guest’s form to sign in, and back to the page that it came from', async () => {
    const form = (headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/zh/form/door/members',
        payload: '',
        headers: {
          host: 'shop.example',
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
      })
    const sent = await form({ referer: 'https://shop.example/zh/user/info?x=1' })
    expect(sent.statusCode).toBe(303)
    expect(sent.headers.location).toBe('/zh/auth/signin?next=%2Fzh%2Fuser%2Finfo%3Fx%3D1')
    expect((await form({ referer: 'https://elsewhere.example/x' })).headers.location).toBe('/zh/auth/signin')
  })
})
