import { notify } from '#features/notifications/rules/notify.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { letterOf, type MailCtx } from '#platform/server/jobs/outbox.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import { linksFor } from '#wire/links.ts'
import { recipientOf } from '../queries/moderate.ts'
import type { RevisionRow } from '../queries/publish.ts'

/** Tells the author of an article what became of the revision. */
export async function mailArticleDecision(
  tx: Tx,
  ctxFor: (locale: string) => MailCtx,
  revision: RevisionRow,
  now: Date,
): Promise<void> {
  const { customer, state, slug, article } = revision
  const to = await recipientOf(tx, { id: customer.id })
  if (to === null) return
  const ctx = ctxFor(to.locale)
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const isShown = state === 'published'
  const mail = {
    kind: `article.${state}`,
    to: to.email,
    replyTo: ctx.shop.shop.email,
    letter: articleLetter(revision, ctx),
  }
  const who = { customer: customer.id, email: to.email }
  const told = { event: isShown ? 'article.published' : 'article.refused', who, mail } as const
  const path = isShown ? links.article(slug) : `${links.user('article/edit')}?id=${article}`
  await notify(tx, ctx, { ...told, path, about: `article:${article}` }, now)
}

/** What the author reads of the decision, with its reason where there is one. */
export function articleLetter(
  {
    state,
    title,
    slug,
    reason,
    article,
  }: Pick<RevisionRow, 'state' | 'title' | 'slug' | 'reason' | 'article'>,
  ctx: MailCtx,
): Letter {
  const { t, shop, origin, langPath } = ctx
  const links = linksFor(shop.router, langPath)
  const isShown = state === 'published'
  const heading = t(isShown ? 'my_article.mail.published' : 'my_article.mail.refused', { title })
  return letterOf(ctx, {
    subject: heading,
    title: heading,
    parts: [
      {
        kind: 'text',
        text: t(isShown ? 'my_article.mail.published_text' : 'my_article.mail.refused_text'),
      },
      ...(reason === null ? [] : [{ kind: 'quote' as const, text: reason }]),
      isShown
        ? { kind: 'button', text: t('my_article.mail.open'), href: `${origin}${links.article(slug)}` }
        : {
            kind: 'button',
            text: t('my_article.mail.edit'),
            href: `${origin}${links.user('article/edit')}?id=${article}`,
          },
    ],
    footer: [{ kind: 'text', text: t('my_article.mail.why', { shop: shop.shop.name }) }],
  })
}
