import { notMeHref } from '#features/account/rules/not-me-link.ts'
import { findCustomer } from '#features/account/queries/customers.ts'
import { letterOf, queueMail, type MailCtx } from '#platform/server/jobs/outbox.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'

/** What happened to the second factor. */
export type FactorNews = 'on' | 'off' | 'codes_made' | 'code_used' | 'code_confirmed'

/**
 * Tells the owner by mail, whoever did it; who has no e-mail address gets none.
 * @param event of the change: the mail's link says of it that it was somebody else
 */
export async function mailNews(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  news: FactorNews,
  event: number,
): Promise<void> {
  const { origin, now } = ctx
  const email = (await findCustomer(tx, customer))?.email ?? null
  if (email === null) return
  const letter = newsLetter(ctx, news, await notMeHref(ctx, tx, event, email))
  await queueMail(tx, { kind: `factor.${news}`, to: email, letter }, origin, now)
}

/** @param href of `notMeHref` */
export function newsLetter(ctx: MailCtx, news: FactorNews, href: string): Letter {
  const { t, shop } = ctx
  return letterOf(ctx, {
    subject: t(`factor.mail.${news}_subject`, { shop: shop.shop.name }),
    title: t(`factor.mail.${news}_title`),
    parts: [
      { kind: 'text', text: t(`factor.mail.${news}_text`) },
      { kind: 'button', text: t('account.mail.not_me'), href },
    ],
    footer: [],
  })
}
