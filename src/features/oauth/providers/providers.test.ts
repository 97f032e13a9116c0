import { createVerify, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#platform/server/config.ts'
import type { ProviderFlow, ProviderReturn, SignInProvider } from '#platform/server/sign-in-providers.ts'
import { appId, appSecret, openWechat, type WechatServer } from '#test/wechat-server.ts'
import { namesOf } from '../rules/names.ts'
import { openSignInProviders } from './open-providers.ts'

const work = { log: { warn: () => {} }, now: () => new Date() }
const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = apple.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

function providersOf(env: Record<string, string>, own: typeof fetch = fetch): Map<string, SignInProvider> {
  return new Map(openSignInProviders(readConfig(env).signInBy, { ...work, fetch: own }))
}

const flowTo = (name: string): ProviderFlow => ({
  state: 'a'.repeat(64),
  nonce: 'a-nonce',
  verifier: 'v'.repeat(43),
  redirectUri: `https://shop.example/auth/oauth/${name}`,
})
const nothing: ProviderReturn = { code: '', iss: '', error: '', user: '' }

let wechat: WechatServer
beforeAll(async () => {
  wechat = await openWechat()
})
afterAll(() => wechat.close())

const wechatEnv = (secret = appSecret) => ({
  WECHAT_APP_ID: appId,
  WECHAT_APP_SECRET: secret,
  WECHAT_PAGE_URL: wechat.url,
  WECHAT_API_URL: wechat.url,
})

async function scanned(secret?: string) {
  const provider = providersOf(wechatEnv(secret)).get('wechat')!
  const started = await provider.start(flowTo('wechat'), 'zh-Hans')
  if (!started.ok) throw new Error('WeChat is asked nothing at the start')
  expect(started.value).toMatch(/^http:\/\/localhost:\d+\/connect\/qrconnect\?appid=.*#wechat_redirect$/)
  const answer = await fetch(started.value, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  expect(back.searchParams.get('state')).toBe(flowTo('wechat').state)
  const code = back.searchParams.get('code') ?? ''
  return { provider, finish: () => provider.finish({ ...nothing, code }, flowTo('wechat')) }
}

it('reads who scanned the QR code of WeChat: the same person in all apps of the shop’s owner', async () => {
  const { finish } = await scanned()
  expect(await finish()).toEqual({
    ok: true,
    value: {
      issuer: 'https://open.weixin.qq.com',
      subject: 'u-1',
      email: null,
      isEmailVerified: false,
      firstName: 'Lǐ Míng',
      lastName: '',
    },
  })
  expect(await finish(), 'a code is good once').toEqual({ ok: false, problem: 'refused' })
})

it('takes an error of WeChat for one, although its status is 200', async () => {
  expect(await (await scanned('another secret')).finish()).toEqual({ ok: false, problem: 'refused' })
  for (const [instead, problem] of [
    [{ status: 200, body: '{"errcode":-1,"errmsg":"system error"}' }, 'unavailable'],
    [{ status: 200, body: '{"errcode":40029,"errmsg":"invalid code"}' }, 'refused'],
    [{ status: 200, body: '{"openid":"o-1"}' }, 'refused'],
    [{ status: 502, body: 'bad gateway' }, 'unavailable'],
    [{ status: 200, body: '<html>' }, 'unavailable'],
  ] as const) {
    const { finish } = await scanned()
    wechat.instead = instead
    expect(await finish(), instead.body).toEqual({ ok: false, problem })
    wechat.instead = null
  }
})

it('knows who declines, and who has no id that all apps share', async () => {
  wechat.person = null
  expect(await (await scanned()).finish()).toEqual({ ok: false, problem: 'cancelled' })
  wechat.person = { openid: 'o-2', nickname: 'x' }
  expect(await (await scanned()).finish()).toEqual({ ok: false, problem: 'refused' })
})

/** A provider that cannot be had on this machine: its description, its keys, and one ID token. */
function pretend(issuer: string, described: object, claims: object, heard: URLSearchParams[]): typeof fetch {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (): string => {
    const at = Math.floor(Date.now() / 1000)
    const signed = `${part({ alg: 'RS256', kid: 'k' })}.${part({ iat: at, exp: at + 60, nonce: 'a-nonce', ...claims })}`
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }
  return (async (input: string, init?: { body?: unknown }) => {
    const { href, pathname } = new URL(input)
    if (pathname.endsWith('/.well-known/openid-configuration'))
      return Response.json({
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        ...described,
      })
    if (href === `${issuer}/keys`)
      return Response.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig' }] })
    heard.push(new URLSearchParams(init?.body as URLSearchParams))
    return Response.json({ access_token: 'a', token_type: 'bearer', id_token: token() })
  }) as typeof fetch
}

it('proves to Apple who asks by a token of its own, and reads the name that comes once', async () => {
  const issuer = 'https://appleid.apple.com'
  const heard: URLSearchParams[] = []
  const claims = {
    iss: issuer,
    aud: 'shop.web',
    sub: 'a-1',
    email: 'ada@example.com',
    email_verified: 'true',
  }
  const env = {
    APPLE_CLIENT_ID: 'shop.web',
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY: pem.replaceAll('\n', String.raw`\n`),
  }
  const provider = providersOf(env, pretend(issuer, { issuer }, claims, heard)).get('apple')!
  expect(provider).toMatchObject({ postsBack: true, origins: [issuer] })
  const started = await provider.start(flowTo('apple'), 'en')
  expect(started.ok && new URL(started.value).searchParams.get('response_mode')).toBe('form_post')
  const user = '{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"forged@example.com"}'
  expect(await provider.finish({ ...nothing, code: 'c', user }, flowTo('apple'))).toEqual({
    ok: true,
    value: {
      issuer,
      subject: 'a-1',
      email: 'ada@example.com',
      isEmailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
    },
  })
  const [head, body, signature] = heard[0]!.get('client_secret')!.split('.')
  const key = { key: createPublicKey(apple.privateKey), dsaEncoding: 'ieee-p1363' as const }
  const isSigned = createVerify('sha256').update(`${head}.${body}`).verify(key, signature!, 'base64url')
  expect(isSigned).toBe(true)
  expect(JSON.parse(Buffer.from(body!, 'base64url').toString())).toMatchObject({
    iss: 'TEAM',
    sub: 'shop.web',
    aud: issuer,
  })
})

it('takes the issuer of the tenant from Microsoft, and no address that its administrator wrote', async () => {
  const common = 'https://login.microsoftonline.com/common/v2.0'
  const described = { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }
  const env = { MICROSOFT_CLIENT_ID: 'app', MICROSOFT_CLIENT_SECRET: 'secret' }
  const answerOf = (claims: object) => {
    const own = { aud: 'app', sub: 'm-1', email: 'ada@example.com', email_verified: true, ...claims }
    const provider = providersOf(env, pretend(common, described, own, [])).get('microsoft')!
    return provider.finish({ ...nothing, code: 'c' }, flowTo('microsoft'))
  }
  const iss = 'https://login.microsoftonline.com/tenant-1/v2.0'
  expect(await answerOf({ iss, tid: 'tenant-1' })).toMatchObject({
    ok: true,
    value: { issuer: iss, subject: 'm-1', email: 'ada@example.com', isEmailVerified: false },
  })
  for (const wrong of [
    { iss, tid: 'tenant-2' },
    { iss: 'https://evil.example', tid: 'tenant-1' },
    { iss, tid: 'tenant-1', aud: 'another' },
    { iss, tid: 'tenant-1', nonce: 'another' },
  ])
    expect(await answerOf(wrong), JSON.stringify(wrong)).toEqual({ ok: false, problem: 'refused' })
})

it('takes from Google the addresses that are Google’s to vouch for', async () => {
  const issuer = 'https://accounts.google.com'
  const env = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  const isVerified = async (claims: object) => {
    const own = { iss: issuer, aud: 'id', sub: 'g-1', email_verified: true, ...claims }
    const provider = providersOf(env, pretend(issuer, { issuer }, own, [])).get('google')!
    const said = await provider.finish({ ...nothing, code: 'c' }, flowTo('google'))
    return said.ok && said.value.isEmailVerified
  }
  expect(await isVerified({ email: 'ada@gmail.com' })).toBe(true)
  expect(await isVerified({ email: 'ada@example.com', hd: 'example.com' })).toBe(true)
  expect(await isVerified({ email: 'ada@example.com' })).toBe(false)
  expect(await isVerified({ email: 'ada@gmail.com', email_verified: false })).toBe(false)
})

it('asks nothing of providers at the start, and says when one does not answer', async () => {
  const asked: string[] = []
  const env = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  const provider = providersOf(env, async (input) => {
    asked.push(input as string)
    throw new TypeError('fetch failed')
  }).get('google')!
  expect(asked).toEqual([])
  expect(await provider.start(flowTo('google'), 'en')).toEqual({ ok: false, problem: 'unavailable' })
  expect(asked).toEqual(['https://accounts.google.com/.well-known/openid-configuration'])
})

it('refuses a configuration that is half there, or sends secrets in the open', () => {
  const oidc = (more: object) => ({
    OIDC_PROVIDERS: JSON.stringify([
      {
        name: 'acme',
        title: 'Acme',
        issuer: 'https://id.example',
        clientId: 'a',
        clientSecret: 'b',
        ...more,
      },
    ]),
  })
  expect(readConfig(oidc({})).signInBy).toMatchObject([{ kind: 'oidc', name: 'acme', trustsEmail: true }])
  expect(readConfig({}).signInBy).toEqual([])
  const google = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' }
  for (const [env, said] of [
    [{ GOOGLE_CLIENT_ID: 'a' }, 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: one needs the others'],
    [{ APPLE_KEY_ID: 'a' }, 'APPLE_PRIVATE_KEY: one needs the others'],
    [{ OIDC_PROVIDERS: '{' }, 'OIDC_PROVIDERS: it is not JSON'],
    [{ OIDC_PROVIDERS: '{}' }, 'OIDC_PROVIDERS: a list in square brackets'],
    [
      { OIDC_PROVIDERS: '[{"name":"acme"}]' },
      'OIDC_PROVIDERS.0.clientSecret: "clientSecret" is needed, a text',
    ],
    [{ MICROSOFT_TENANT: 'a b' }, 'MICROSOFT_TENANT: common, organizations, consumers, or the id'],
    [{ APPLE_PRIVATE_KEY: 'nonsense' }, 'APPLE_PRIVATE_KEY: the file AuthKey_'],
    [{ SMS_URL: 'aliyun://x' }, 'SMS_URL: as twilio://SID:TOKEN@api.twilio.com?from=+15550100'],
    [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL: as smtp://user:password@mail.example:587'],
    [oidc({ issuer: 'http://id.example' }), 'https is needed'],
    [oidc({ name: '../x' }), 'small letters'],
    [{ ...google, ...oidc({ name: 'google' }) }, 'google is there twice'],
  ] as [Record<string, string>, string][]) {
    const read = () => readConfig(env)
    expect(read, said).toThrow(ConfigError)
    expect(read).toThrow(said)
  }
})

it('takes names in one line, without what is invisible, and not too long', () => {
  const claims = { given_name: ` Ada\u0000\u202e\n ${'x'.repeat(200)}`, family_name: 7 }
  const { firstName, lastName } = namesOf(claims, '')
  expect(firstName).toMatch(/^Ada x+$/)
  expect(firstName).toHaveLength(100)
  expect(lastName).toBe('')
  expect(namesOf({ name: 'Ada Lovelace' }, 'not JSON')).toEqual({ firstName: 'Ada Lovelace', lastName: '' })
})
