import type { Ctx } from '#platform/server/context.ts'
import { letterOf } from '#platform/server/jobs/outbox.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import { linksFor } from '#wire/links.ts'

export type LinkLetter = 'linked' | 'unlinked'

/** The mail after an account at a provider was linked or taken away: its owner learns of it whoever did it. */
export function linkLetter(ctx: Ctx, kind: LinkLetter, provider: string): Letter {
  const { t, origin } = ctx
  const words = { provider, shop: ctx.shop.shop.name }
  const href = `${origin}${linksFor(ctx.shop.router, ctx.langPath).user('security')}`
  return letterOf(ctx, {
    subject: t(`oauth.mail.${kind}_subject`, words),
    title: t(`oauth.mail.${kind}_title`, words),
    parts: [
      { kind: 'text', text: t(`oauth.mail.${kind}_text`, words) },
      { kind: 'button', text: t('oauth.mail.button'), href },
    ],
    footer: [],
  })
}
