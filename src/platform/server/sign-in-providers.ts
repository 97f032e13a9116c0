import type { Result } from '#domain/result.ts'

/*
 * The port of providers that shoppers sign in by. A provider talks to a foreign server and knows neither customers nor
 * their tables. A context carries the providers, as it does those of payments.
 */

/** What one way to a provider and back is bound by. */
export interface ProviderFlow {
  /** Random; goes to the provider and comes back. */
  readonly state: string
  /** Random; comes back in what the provider signs. */
  readonly nonce: string
  /** PKCE: its hash goes ahead, itself with the code. */
  readonly verifier: string
  /** Where the provider sends the shopper back to: of this provider alone. */
  readonly redirectUri: string
}

/** What came back. Empty texts stand for what did not. */
export interface ProviderReturn {
  readonly code: string
  /** Who says that it issued the code (RFC 9207). */
  readonly iss: string
  /** Why there is no code. */
  readonly error: string
  /** Apple names the person only once, in a field of its own. */
  readonly user: string
}

/** Who somebody is, in the words of a provider. */
export interface ProvidedIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** The provider says that the address is theirs. */
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** `unavailable`: nothing was heard in time. `cancelled`: by the shopper. `refused`: what came proves nothing. */
export type WhyNoIdentity = 'unavailable' | 'cancelled' | 'refused'

export interface SignInProvider {
  /** As it stands in the URL of its way back: `google`. */
  readonly name: string
  /** As shoppers know it: `Google`. */
  readonly title: string
  /** Origins that a form may lead to on the way to its page. */
  readonly origins: readonly string[]
  /** It comes back by a form from its own page, without the cookies of this shop. */
  readonly postsBack: boolean
  /** The URL of its page. @param lang BCP 47 */
  start(flow: ProviderFlow, lang: string): Promise<Result<string, 'unavailable'>>
  finish(returned: ProviderReturn, flow: ProviderFlow): Promise<Result<ProvidedIdentity, WhyNoIdentity>>
}

/** Providers by name, made once from the program's configuration. */
export type SignInProviders = ReadonlyMap<string, SignInProvider>
