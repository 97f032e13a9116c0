import { ok } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { splitAddressText } from '../split/split-address.ts'

/** Splits an address that was pasted in one piece. Nothing of it is stored. */
export async function splitAddress(
  _ctx: Ctx,
  { text, country }: Input<typeof contract.splitAddress>,
): Answer<typeof contract.splitAddress> {
  return ok({ found: splitAddressText(text, country) })
}
