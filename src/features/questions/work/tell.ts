import { customerOf } from '#features/notifications/rules/may-notify.ts'
import { notify } from '#features/notifications/rules/notify.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { eachClaimed } from '#platform/server/jobs/each.ts'
import type { MailCtx } from '#platform/server/jobs/outbox.ts'
import { linksFor } from '#wire/links.ts'
import { answerMail } from '../mails/answer-letter.ts'
import { claimAsker, forgetAsker, type Asker } from '../queries/write.ts'

export interface TellWork {
  db: Database
  ctxFor(locale: string): MailCtx
  now: () => Date
}

/**
 * Mails the first answer to who asked, once it is shown, unless they want no such mails; then the address is deleted.
 * Each in a transaction of its own, whichever node does it. Returns how many.
 */
export function tellAskers(work: TellWork): Promise<number> {
  return eachClaimed(work.db, {
    claim: claimAsker,
    keyOf: ({ id }) => id,
    nameOf: ({ code }) => `question ${code}`,
    work: async (tx, asker) => {
      await tellOne(tx, work, asker)
      await forgetAsker(tx, asker.id)
    },
  })
}

async function tellOne(tx: Tx, { ctxFor, now }: TellWork, asker: Asker): Promise<void> {
  const ctx = ctxFor(asker.locale)
  const customer = await customerOf(tx, asker.email)
  const told = {
    event: 'question.answered',
    who: { customer, email: asker.email },
    mail: answerMail(asker, ctx),
    about: `question:${asker.code}`,
  } as const
  // Anybody may write anybody's address: telephones are told of what their owner has asked signed in.
  const isOwn = customer !== null && customer === asker.customer
  const path = linksFor(ctx.shop.router, ctx.langPath).question(asker.code)
  await notify(tx, ctx, isOwn ? { ...told, path } : told, now())
}
