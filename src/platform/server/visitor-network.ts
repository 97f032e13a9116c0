import { randomBytes } from 'node:crypto'
import type { Ctx } from './context.ts'
import type { Db } from './db/db.ts'
import { keyFor } from './db/queries-signing.ts'
import { hashNetwork, isPrivate } from './rate.ts'

/*
 * By what rows name the network that they came from: decision 034.
 */

/** The visitor's network; null where the address is no visitor's. */
export async function networkOfVisitor(ctx: Asking): Promise<Buffer | null> {
  return isPrivate(ctx.visitor.ip) ? null : anyNetworkOfVisitor(ctx)
}

/** The visitor's network, a private one as well: for limits that harm little where every visitor shares one. */
export async function anyNetworkOfVisitor({ db, kept, visitor }: Asking): Promise<Buffer> {
  return hashNetwork(await kept('network-key', [], () => networkKey(db)), visitor.ip)
}

/** The network of an address that the operator names. */
export async function namedNetwork(db: Db, address: string): Promise<Buffer> {
  return hashNetwork(await networkKey(db), address)
}

type Asking = Pick<Ctx, 'db' | 'kept' | 'visitor'>

function networkKey(db: Db): Promise<Buffer> {
  return keyFor(db, 'networks', randomBytes(32))
}
