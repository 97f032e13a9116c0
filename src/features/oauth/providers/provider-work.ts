import type { FastifyBaseLogger } from 'fastify'

/** What every provider works with. */
export interface ProviderWork {
  /** Why a provider is not to be had is for the operator, not for the shopper. */
  log: Pick<FastifyBaseLogger, 'warn'>
  now: () => Date
  /** For tests of providers that cannot be had on this machine. */
  fetch?: typeof fetch
}
