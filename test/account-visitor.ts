import { randomUUID } from 'node:crypto'
import { sendCode } from '#features/account/actions/send-code.ts'
import { createVerification } from '#features/verify/actions/create.ts'
import { signUp } from '#features/account/actions/sign-up.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import { proofCookie } from '#features/session/rules/sessions.ts'
import { whoIs } from '#features/session/rules/who.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { cartVisitor, type VisitorOptions } from './cart-visitor.ts'

/** A password that no list of leaked ones has. */
export const goodPassword = 'a-tall-ship-and-9-stars'

export interface AccountVisitorOptions extends VisitorOptions {
  ip?: string
  now?: () => Date
}

/** Somebody with a browser, and the mailbox of whatever address is asked about. */
export function accountVisitor(
  db: Database,
  { ip = '192.0.2.1', now, ...options }: AccountVisitorOptions = {},
) {
  const jar = cartVisitor(db, options)

  /** @param isCall as scripts ask, with the proof that the cookie beside the session's carries */
  const context = (isCall = false): Ctx => {
    const ctx = jar.context()
    const auth = jar.cookies[proofCookie]
    const own: Ctx = {
      ...ctx,
      now: now?.() ?? new Date(),
      visitor: {
        ...ctx.visitor,
        cookies: { ...jar.cookies },
        isCall,
        ip,
        headers: { 'user-agent': 'Test/1.0', ...(auth === undefined ? {} : { 'x-auth': auth }) },
      },
      who: () => (who ??= whoIs(own)),
    }
    let who: ReturnType<typeof whoIs> | undefined
    return own
  }

  const lastMail = async (account: string): Promise<{ subject: string; plain: string } | null> => {
    const { rows } = await db.pool.query<{ subject: string; plain: string }>(
      'select subject, plain from outbox_mails where recipient = $1 order by id desc limit 1',
      [account.toLowerCase()],
    )
    return rows[0] ?? null
  }

  const asks = async (
    account: string,
    purpose: 'signIn' | 'signUp' | 'reset',
  ): Promise<Awaited<ReturnType<typeof sendCode>>> => {
    const issued = await createVerification(context(), { way: 'question' })
    if (!issued.ok) throw new Error(`no question was asked: ${issued.problem.name}`)
    const { rows } = await db.pool.query<{ wanted: number }>(
      'select wanted from verifications where key = $1',
      [hashToken(issued.value.verifyId)],
    )
    const passed = { verifyId: issued.value.verifyId, verifyAnswer: String(rows[0]!.wanted) }
    return sendCode(context(), { account, countryCode: '', purpose, ...passed, next: '' })
  }

  const codeOf = async (account: string): Promise<string> => {
    // Signing in is mailed, too, and after the code.
    const { rows } = await db.pool.query<{ plain: string }>(
      "select plain from outbox_mails where recipient = $1 and kind <> 'account.sign_in' order by id desc limit 1",
      [account.toLowerCase()],
    )
    const code = /\b(\d{6})\b/.exec(rows[0]?.plain ?? '')?.[1]
    if (code === undefined) throw new Error(`no code was mailed to ${account}`)
    return code
  }

  return {
    ...jar,
    context,
    lastMail,
    /** The subjects of all mails to an address, the oldest first. */
    subjects: async (account: string): Promise<string[]> => {
      const { rows } = await db.pool.query<{ subject: string }>(
        'select subject from outbox_mails where recipient = $1 order by id',
        [account.toLowerCase()],
      )
      return rows.map(({ subject }) => subject)
    },
    codeOf,
    asks,
    does: <I, R>(action: (ctx: Ctx, input: I) => Promise<R>, input: I): Promise<R> =>
      action(context(), input),
    /** Makes an account, and is signed in afterwards. */
    signsUp: async (account = `${randomUUID()}@example.com`, password = '') => {
      await asks(account, 'signUp')
      const code = await codeOf(account)
      const made = await signUp(context(), {
        account,
        code,
        password,
        countryCode: '',
        firstName: 'Ada',
        lastName: 'Lovelace',
        keep: 'on',
        next: '',
      })
      if (!made.ok) throw new Error(`the account was not made: ${made.problem.name}`)
      return { account, ...made.value }
    },
  }
}
