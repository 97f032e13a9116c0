import type { Configuration, IDToken, UserInfoResponse } from 'openid-client'
import { no, ok } from '#domain/result.ts'
import { hour } from '#domain/time.ts'
import type { ProviderAccess } from '#platform/server/config-sign-in.ts'
import type {
  ProvidedIdentity,
  ProviderFlow,
  ProviderReturn,
  SignInProvider,
  WhyNoIdentity,
} from '#platform/server/sign-in-providers.ts'
import { namesOf } from '../rules/names.ts'
import type { ProviderWork } from './provider-work.ts'

/*
 * A provider that speaks OpenID Connect: by the code flow with PKCE, a nonce, and the signature of its answer.
 */

/** Seconds until a provider that does not answer is given up. */
const patience = 5
/** Milliseconds that its own description of itself is cached; keys that it signs with are looked after by themselves. */
const described = hour

type Client = typeof import('openid-client')

/** What the kinds of providers differ in. */
export interface OidcKind {
  scope: string
  postsBack: boolean
  /** Proves to the provider that it is this shop who asks. */
  authentication: (client: Client) => import('openid-client').ClientAuth
}

type OidcAccess = Omit<Extract<ProviderAccess, { kind: 'oidc' }>, 'kind' | 'clientSecret' | 'formPost'>

export function oidcProvider(
  access: Extract<ProviderAccess, { kind: 'oidc' }>,
  work: ProviderWork,
): SignInProvider {
  return openOidc(access, work, {
    scope: 'openid email profile',
    postsBack: access.formPost,
    authentication: (client) => client.ClientSecretPost(access.clientSecret),
  })
}

export function openOidc(access: OidcAccess, work: ProviderWork, kind: OidcKind): SignInProvider {
  const { name, title, issuer, trustsEmail } = access
  const configuration = describeOnce(access, work, kind)
  return {
    name,
    title,
    origins: [new URL(issuer).origin, ...access.origins.map((url) => new URL(url).origin)],
    postsBack: kind.postsBack,

    async start({ state, nonce, verifier, redirectUri }, lang) {
      try {
        const { client, config } = await configuration()
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: kind.scope,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ui_locales: lang,
          ...(kind.postsBack ? { response_mode: 'form_post' } : {}),
        })
        return ok(url.href)
      } catch (error) {
        work.log.warn({ reason: reasonOf(error), provider: name }, 'a sign-in provider could not be asked')
        return no('unavailable')
      }
    },

    async finish(returned, flow) {
      if (returned.error !== '') return no(returned.error === 'access_denied' ? 'cancelled' : 'refused')
      try {
        const { client, config } = await configuration()
        const claims = await redeem(client, config, returned, flow)
        if (claims === null) return no('refused')
        return ok(identityOf(claims, trustsEmail, returned.user))
      } catch (error) {
        const why = whyNot(error)
        work.log.warn(
          { reason: String(error), provider: name, why },
          'a sign-in provider did not say who it was',
        )
        return no(why)
      }
    },
  }
}

/** Reads the provider's description at its first use, and again after an hour; a failure is not cached. */
function describeOnce(
  { issuer, clientId }: OidcAccess,
  { now, fetch: own }: ProviderWork,
  { authentication }: OidcKind,
): () => Promise<{ client: Client; config: Configuration }> {
  let known: { at: number; described: Promise<{ client: Client; config: Configuration }> } | null = null
  const describe = async () => {
    // Only a shop with providers loads it.
    const client = await import('openid-client')
    const url = new URL(issuer)
    const config = await client.discovery(url, clientId, undefined, authentication(client), {
      timeout: patience,
      execute: [
        client.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
      ...(own === undefined ? {} : { [client.customFetch]: own as never }),
    })
    return { client, config }
  }
  return () => {
    const at = now().getTime()
    if (known === null || at - known.at > described) {
      const asked = { at, described: describe() }
      known = asked
      asked.described.catch(() => {
        if (known === asked) known = null
      })
    }
    return known.described
  }
}

type Claims = IDToken & Partial<UserInfoResponse>

/** Exchanges the code; null when there is no ID token. Throws when anything about it is not as it must be. */
async function redeem(
  client: Client,
  config: Configuration,
  { code, iss }: ProviderReturn,
  { state, nonce, verifier, redirectUri }: ProviderFlow,
): Promise<Claims | null> {
  const url = new URL(redirectUri)
  url.searchParams.set('code', code)
  url.searchParams.set('state', state)
  if (iss !== '') url.searchParams.set('iss', iss)
  const tokens = await client.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) return null
  if (claims['email'] !== undefined || config.serverMetadata().userinfo_endpoint === undefined) return claims
  // Its `sub` is compared with that of the ID token.
  const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
  return { ...more, ...claims }
}

function identityOf(claims: Claims, trustsEmail: boolean, user: string): ProvidedIdentity {
  const email = typeof claims['email'] === 'string' && claims['email'] !== '' ? claims['email'] : null
  const said: unknown = claims['email_verified']
  // Apple writes it as a text.
  const isSaid = said === true || said === 'true'
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    isEmailVerified: trustsEmail && email !== null && isSaid && isOwn(claims, email),
    ...namesOf(claims, user),
  }
}

/**
 * Google verified an address of another mail service once, and does not hear when it changes hands. By its own words it
 * vouches for its own addresses, and for those of organisations that it hosts.
 */
function isOwn({ iss, hd }: Claims, email: string): boolean {
  return iss !== 'https://accounts.google.com' || typeof hd === 'string' || /@gmail\.com$/i.test(email)
}

/** Whether the provider was not to be had, or its answer proves nothing. */
function whyNot(error: unknown): Exclude<WhyNoIdentity, 'cancelled'> {
  const { code, name, status } = error as { code?: unknown; name?: unknown; status?: unknown }
  const isOut = code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && name === 'TypeError')
  return isOut || (typeof status === 'number' && status >= 500) ? 'unavailable' : 'refused'
}

/** With what lies below: that a fetch has failed says nothing, but that a name is unknown or a certificate is over does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? `${String(error)}: ${cause.message}` : String(error)
}
