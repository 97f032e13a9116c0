import { randomBytes } from 'node:crypto'
import { insertSession } from '#features/session/queries/sessions.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { LiveMessage } from '#wire/live-messages.ts'
import { cartVisitor } from './cart-visitor.ts'

/*
 * For tests of the account area: a customer without the way of signing up, and browsers that are signed in.
 */

interface SignedInOptions {
  /** The browsers of one customer: `signedIn(db, { customer: other.customer })`. */
  customer?: number
  now?: Date
  currency?: string
  agent?: string
}

export interface SignedIn {
  customer: number
  session: number
  email: string
  /** Of the browser that is signed in. */
  cookies: Record<string, string>
  /** What other pages were told. */
  told: LiveMessage[]
  context(): Ctx
  does<I, R>(action: (ctx: Ctx, input: I) => Promise<R>, input: I): Promise<R>
}

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export async function signedIn(
  db: Database,
  { customer: known, now = new Date(), currency = 'USD', agent = firefox }: SignedInOptions = {},
): Promise<SignedIn> {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const customer = known ?? (await insertOne(db, email, now))
  const token = newToken()
  const ip = '192.0.2.1'
  const session = await db.transact((tx) =>
    insertSession(tx, {
      tokenHash: hashToken(token),
      customer,
      method: 'password',
      isKept: true,
      ip,
      agent,
      now,
    }),
  )
  const cookies = { violet_session: token }
  const jar = cartVisitor(db, { cookies })
  const told: LiveMessage[] = []
  const context = (): Ctx => {
    const ctx = jar.context({ currency })
    ctx.now = now
    ctx.visitor.headers = { 'user-agent': agent }
    ctx.live = { tell: (_topic, message) => void told.push(message) }
    return ctx
  }
  return {
    customer,
    session,
    email,
    cookies,
    told,
    context,
    does: (action, input) => action(context(), input),
  }
}

async function insertOne(db: Database, email: string, now: Date): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `with made as (
       insert into customers (number, first_name, last_name, locale, created_at)
       values ($1, 'Ada', 'Lovelace', 'en', $3)
       returning id
     )
     insert into customer_identities (kind, account, customer_id, verified_at)
     select 'email', $2, id, $3 from made
     returning customer_id as id`,
    [randomBytes(4).toString('hex'), email, now],
  )
  return rows[0]!.id
}
