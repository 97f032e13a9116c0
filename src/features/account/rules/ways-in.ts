import { rpIdOf } from '#features/passkeys/rules/relying-party.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { waysIn } from '../queries/ways-in.ts'

/**
 * Whether a customer can still sign in, as things stand in this transaction: asked after a way in was taken away, by
 * whoever rolls that back when none is left. Nobody could give the account back to its owner. A proven e-mail address is
 * a way in by itself, for a code is mailed to it; a password is one where there is an address or number to type it with;
 * so are a passkey of this shop's domain, and an account at a provider that the shop has. A number alone is none: text
 * messages may not be on.
 * @param customer locked: of two removals at once each would leave the other as the last way in
 */
export async function hasWayIn(
  ctx: Pick<Ctx, 'origin' | 'passkeyDomain' | 'signInBy'>,
  tx: Tx,
  customer: number,
): Promise<boolean> {
  const ways = await waysIn(tx, customer, { rpId: rpIdOf(ctx), providers: [...ctx.signInBy.keys()] })
  return Object.values(ways).some(Boolean)
}
