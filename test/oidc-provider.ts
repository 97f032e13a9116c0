import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider'

/*
 * A provider that speaks OpenID Connect, on this machine: the real thing, with people who are signed in by one button.
 */

/** What it says of somebody. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
}

export interface OidcServer {
  issuer: string
  /** As the shop's environment names it. */
  access(name?: string): {
    name: string
    title: string
    issuer: string
    clientId: string
    clientSecret: string
  }
  /** Who presses its button next; null: somebody who declines. */
  person: Person | null
  /** Lets it lead back to this URL, too. */
  leadsTo(url: string): void
  /** How often its description of itself was read. */
  described(): number
  /** Goes through its pages as a browser would; resolves with where it leads back to. */
  passes(url: string): Promise<URL>
  close(): Promise<void>
}

const clientId = 'the-shop'
const clientSecret = 'a-secret-of-the-shop-that-is-long-enough'

/** @param redirectUris where it may lead back to */
export async function openOidcProvider(redirectUris: string[] = []): Promise<OidcServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  let described = 0
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/.well-known/openid-configuration')) described += 1
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Another site than the shop, which is at localhost.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Person>()
  const allowed = [...redirectUris]
  const provider = makeProvider(issuer, allowed, people)
  const pages = provider.callback()

  const opened: OidcServer = {
    issuer,
    access: (name = 'acme') => ({ name, title: 'Acme', issuer, clientId, clientSecret }),
    person: { sub: 'ada' },
    leadsTo: (url) => void allowed.push(url),
    described: () => described,
    passes: (url) => walk(url, issuer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  handle = (request, response) => {
    if (!request.url!.startsWith('/interaction/')) return void pages(request, response)
    if (request.method !== 'POST')
      return void response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>Acme</title><form method="post"><button>Go on</button></form>')
    const { person } = opened
    if (person !== null) people.set(person.sub, person)
    const result = person === null ? { error: 'access_denied' } : { login: { accountId: person.sub } }
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
  return opened
}

function makeProvider(issuer: string, allowed: string[], people: ReadonlyMap<string, Person>): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'test' }
  const provider: Provider = new Provider(issuer, {
    adapter: storage(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://localhost/unused'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    jwks: { keys: [key] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_ctx, sub) => {
      const person = people.get(sub)
      return person === undefined ? undefined : { accountId: sub, claims: () => ({ ...person }) }
    },
    async loadExistingGrant(ctx) {
      const grant = new provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.Client.prototype.redirectUriAllowed = (url) => allowed.includes(url)
  return provider
}

/** What it stores, for as long as the test runs. */
function storage(): (model: string) => Adapter {
  const rows = new Map<string, AdapterPayload>()
  return (model) => {
    const key = (id: string): string => `${model} ${id}`
    return {
      upsert: async (id, payload) => void rows.set(key(id), payload),
      find: async (id) => rows.get(key(id)),
      findByUid: async (uid) => [...rows.values()].find((row) => row.kind === model && row.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id) => void rows.set(key(id), { ...rows.get(key(id)), consumed: 1 }),
      destroy: async (id) => void rows.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, row] of rows) if (row.grantId === grantId) rows.delete(name)
      },
    }
  }
}

/** Follows redirects with a jar of cookies of its own, and presses the button. */
async function walk(first: string, issuer: string): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(first)
  let method = 'GET'
  for (let hops = 0; hops < 12; hops += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { method, redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '') jar.delete(name!)
      else jar.set(name!, value!)
    }
    const to = answer.headers.get('location')
    if (to === null) {
      if (method === 'POST' || answer.status !== 200)
        throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
      method = 'POST'
      continue
    }
    url = new URL(to, url)
    method = 'GET'
    if (url.origin !== issuer) return url
  }
  throw new Error('the provider leads nowhere')
}
