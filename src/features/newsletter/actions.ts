import { z } from 'zod'
import { no, ok, type Result } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from './contract.ts'
import { putSubscriber, subscriberRows, type Subscriber } from './queries.ts'

export type { Subscriber } from './queries.ts'

const address = z.email()

/** Takes the address in, in the visitor's language, until a mail confirms it. */
export async function subscribe(
  ctx: Ctx,
  { email }: Input<typeof contract.subscribe>,
): Promise<Result<Output<typeof contract.subscribe>, Problem<typeof contract.subscribe>>> {
  const read = address.safeParse(email.trim())
  if (!read.success) return no({ name: 'invalid_email' })
  return ctx.transact(async (tx) => {
    await putSubscriber(tx, read.data, ctx.locale, ctx.now)
    return ok({})
  })
}

/** Calls `each` with every subscriber, in the order they came. */
export async function listSubscribers(db: Db, each: (subscriber: Subscriber) => void): Promise<void> {
  for (let after = 0; ;) {
    const found = await subscriberRows(db, after, 500)
    for (const { id: _, ...subscriber } of found) each(subscriber)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
