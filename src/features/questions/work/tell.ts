import type { Database, Tx } from '#platform/server/db/db.ts'
import { letterOf, queueMail, type MailCtx, type QueuedMail } from '#platform/server/jobs/outbox.ts'
import { linksFor } from '#wire/links.ts'
import { takeAsker, type Asker } from '../queries/write.ts'

export interface TellWork {
  db: Database
  ctxFor(locale: string): MailCtx
  now: () => Date
}

/**
 * Mails the first answer to who asked, once it is shown; then the address is deleted. Each in a transaction of its own,
 * whichever node does it. Returns how many.
 */
export async function tellAskers(work: TellWork): Promise<number> {
  for (let count = 0; ; count += 1) if (!(await work.db.transact((tx) => tellOne(tx, work)))) return count
}

async function tellOne(tx: Tx, { ctxFor, now }: TellWork): Promise<boolean> {
  const asker = await takeAsker(tx)
  if (asker === null) return false
  const ctx = ctxFor(asker.locale)
  await queueMail(tx, answerMail(asker, ctx), ctx.origin, now())
  return true
}

function answerMail({ email, code, content, answer }: Asker, ctx: MailCtx): QueuedMail {
  const { t, origin } = ctx
  const href = `${origin}${linksFor(ctx.shop.router, ctx.langPath).question(code)}`
  return {
    kind: 'question.answered',
    to: email,
    replyTo: ctx.shop.shop.email,
    letter: letterOf(ctx, {
      subject: t('question.mail.subject', { shop: ctx.shop.shop.name }),
      title: t('question.mail.title'),
      parts: [
        { kind: 'text', text: t('question.mail.asked') },
        { kind: 'quote', text: content },
        ...answer.split(/\n\s*\n/).map((text) => ({ kind: 'text' as const, text })),
        { kind: 'button', text: t('question.mail.open'), href },
      ],
      footer: [{ kind: 'text', text: t('question.mail.why', { shop: ctx.shop.shop.name }) }],
    }),
  }
}
