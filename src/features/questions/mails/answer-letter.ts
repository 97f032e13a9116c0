import { letterOf, type MailCtx, type QueuedMail } from '#platform/server/jobs/outbox.ts'
import { linksFor } from '#wire/links.ts'
import type { Asker } from '../queries/write.ts'

/** The first answer, to who asked. */
export function answerMail(
  { email, code, content, answer }: Pick<Asker, 'email' | 'code' | 'content' | 'answer'>,
  ctx: MailCtx,
): QueuedMail {
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
