import { letterOf } from '#platform/server/jobs/outbox.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'

/** The mail after a passkey came or went: its owner learns of it whoever did it. */
export function noticeLetter(ctx: Ctx, kind: 'passkey_added' | 'passkey_deleted', name: string): Letter {
  const { t, origin } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return letterOf(ctx, {
    subject: t(`passkey.mail.${kind}_subject`, { shop: ctx.shop.shop.name }),
    title: t(`passkey.mail.${kind}_title`),
    parts: [
      { kind: 'text', text: t(`passkey.mail.${kind}_text`, { name }) },
      { kind: 'button', text: t('passkey.mail.see'), href: `${origin}${links.user('security')}` },
    ],
    footer: [],
  })
}
