import { queueMail, queueSms } from '#platform/server/jobs/outbox.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { AccountName } from './account-name.ts'

export interface Message {
  /** `account.signIn`: for the operator. */
  kind: string
  /** To an e-mail address. */
  letter: Letter
  /** The same to a mobile number. */
  text: string
  /** When a text message is of no use any more. */
  until: Date
}

/** Writes to an e-mail address or a mobile number, in the transaction of the cause. */
export async function sendTo(
  { origin, now }: Pick<Ctx, 'origin' | 'now'>,
  tx: Tx,
  { kind: way, account }: AccountName,
  { kind, letter, text, until }: Message,
): Promise<void> {
  if (way === 'email') await queueMail(tx, { kind, to: account, letter }, origin, now)
  else await queueSms(tx, { kind, to: account, text, until }, origin, now)
}
