import type { Ctx } from '#platform/server/context.ts'

/**
 * The domain that passkeys belong to, for ever: WebAuthn's RP ID. Where the operator names none it is the host of the
 * shop's public URL.
 */
export function rpIdOf({ origin, passkeyDomain }: Pick<Ctx, 'origin' | 'passkeyDomain'>): string {
  return passkeyDomain ?? new URL(origin).hostname
}
