import { ok } from '#domain/result.ts'
import type { ProvidedIdentity, SignInProvider } from '#platform/server/sign-in-providers.ts'

/** A provider without a server, which says of everybody who comes back the same: for tests of what the shop makes of it. */
export function plainProvider(identity: Partial<ProvidedIdentity> = {}): SignInProvider {
  return {
    name: 'plain',
    title: 'Plain',
    origins: [],
    postsBack: false,
    start: async ({ state }) => ok(`https://plain.example/?state=${state}`),
    finish: async () =>
      ok({
        issuer: 'https://plain.example',
        subject: 'ada',
        email: null,
        isEmailVerified: false,
        firstName: 'Ada',
        lastName: 'Lovelace',
        ...identity,
      }),
  }
}

/** What comes back in the URL, for the state of a URL that `start` made. */
export function returnedTo(url: string) {
  const state = new URL(url).searchParams.get('state')!
  return { provider: 'plain', state, code: 'code', iss: '', error: '', user: '' }
}
