import { expect, it, onTestFinished } from 'vitest'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { toSignedIn } from '#features/account/pages/auth-forms.ts'
import { program } from '#storefront/dictionaries.ts'
import type { ContextParts } from '#platform/server/request.ts'
import { freshDatabase } from '#test/database.ts'
import { testCtx } from '#test/test-ctx.ts'
import { openSignInProviders } from './providers/open-providers.ts'
import { serveOauth } from './serve.ts'

/* The way back, as a provider's page leads a browser to it. */

async function opened(): Promise<FastifyInstance> {
  const { db } = await freshDatabase()
  const work = { log: { warn: () => {} }, now: () => new Date() }
  const access = (name: string, formPost: boolean) => ({
    kind: 'oidc' as const,
    ...{ name, title: name, issuer: 'https://id.example', clientId: 'a', clientSecret: 'b' },
    ...{ origins: [], trustsEmail: true, formPost },
  })
  const { shop, who, live, pay, isBreached, kept } = testCtx(db)
  const parts: ContextParts = {
    ...{ db, kept, live, pay, isBreached, who },
    words: () => program.words,
    signInBy: openSignInProviders([access('acme', false), access('harbour', true)], work),
    shop: () => shop,
    origin: () => 'https://shop.example',
    forgetSession: () => {},
    scopeOf: () => null,
    countryHeader: null,
    secure: true,
    passkeyDomain: null,
  }
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(cookie)
  await app.register(formbody)
  serveOauth(app, { parts, now: () => new Date('2026-11-24T12:00:00Z'), signedIn: toSignedIn })
  return app
}

it('turns the form of a provider into a page of the shop’s own, to which its cookies come along', async () => {
  const app = await opened()
  const answer = await app.inject({
    method: 'POST',
    url: '/auth/oauth/harbour',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://id.example' },
    payload: 'state=s&code=c%26d&next=https%3A%2F%2Fevil.example&state=second',
  })
  expect(answer.statusCode).toBe(303)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers.location).toBe('/auth/oauth/harbour?code=c%26d')
})

it('takes a form of no other provider, and knows none that is not configured', async () => {
  const app = await opened()
  const statusOf = async (method: 'GET' | 'POST', url: string) =>
    (await app.inject({ method, url })).statusCode
  expect(await statusOf('POST', '/auth/oauth/acme')).toBe(404)
  expect(await statusOf('POST', '/auth/oauth/google')).toBe(404)
  expect(await statusOf('GET', '/auth/oauth/google')).toBe(404)
})

it('leads on in any case, and says what is wrong on the page of signing in', async () => {
  const app = await opened()
  for (const query of ['', '?state=x', '?state=x&code=y', `?state=${'x'.repeat(300)}`, '?state=x&state=y']) {
    const answer = await app.inject({ url: `/auth/oauth/acme${query}` })
    expect(answer.statusCode, query).toBe(303)
    expect(answer.headers.location).toBe('/auth/signin')
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect(answer.cookies.map(({ name }) => name)).toEqual(['violet_notice'])
  }
})
