import { sign } from 'node:crypto'
import { hour, second } from '#domain/time.ts'
import type { ProviderAccess } from '#platform/server/config-sign-in.ts'
import type { SignInProvider } from '#platform/server/sign-in-providers.ts'
import { openOidc } from './oidc.ts'
import type { ProviderWork } from './provider-work.ts'

/*
 * Apple speaks OpenID Connect with two rules of its own: the shop's secret is a token that it signs itself, and who asks
 * for a name or an e-mail address is answered by a form.
 */

type AppleAccess = Extract<ProviderAccess, { kind: 'apple' }>

const issuer = 'https://appleid.apple.com'
/** Milliseconds; Apple takes up to six months. */
const secretLife = hour

export function appleProvider(access: AppleAccess, work: ProviderWork): SignInProvider {
  const { clientId } = access
  return openOidc({ name: 'apple', title: 'Apple', issuer, clientId, origins: [], trustsEmail: true }, work, {
    scope: 'openid name email',
    postsBack: true,
    authentication: () => (_server, client, body) => {
      body.set('client_id', client.client_id)
      body.set('client_secret', appleSecret(access, work.now()))
    },
  })
}

/** A JWT (ES256) that says who asks. */
function appleSecret({ clientId, teamId, keyId, privateKey }: AppleAccess, now: Date): string {
  const at = Math.floor(now.getTime() / second)
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = part({ alg: 'ES256', kid: keyId, typ: 'JWT' })
  const claims = { iss: teamId, iat: at, exp: at + secretLife / second, aud: issuer, sub: clientId }
  const signed = `${head}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
