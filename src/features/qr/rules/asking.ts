import { browserName } from '#features/account/rules/browser-name.ts'
import type { Ctx } from '#platform/server/context.ts'
import { networkOf } from '#platform/server/rate.ts'
import type { Output } from '#wire/endpoint.ts'
import type { qrScan } from '../contract.ts'
import type { TicketRow } from '../queries.ts'

/** Who asks to be signed in, as it is shown before anybody confirms. */
export function presentAsking({ t, visitor }: Ctx, ticket: TicketRow): Output<typeof qrScan> {
  return {
    browser: browserName(ticket.agent, t),
    ip: ticket.ip,
    isNear: networkOf(ticket.ip) === networkOf(visitor.ip),
    askedAt: ticket.createdAt.toISOString(),
  }
}
