import { letterOf } from '#platform/server/jobs/outbox.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { formatMoment } from '#i18n/format.ts'
import { linksFor } from '#wire/links.ts'

/** The mail after a sign-in from a browser that the account did not know. @param href of `notMeHref` */
export function newSignInLetter(ctx: Ctx, agent: string, href: string): Letter {
  const { t, lang, shop, visitor, now } = ctx
  const facts = [
    { name: t('account.mail.sign_in_when'), value: formatMoment(now, lang, shop.shop.delivery?.timeZone) },
    // oxlint-disable-next-line house/bare-ip -- shown to the customer, as the specification asks; it limits nothing
    { name: t('account.mail.sign_in_ip'), value: visitor.ip },
    ...(agent === '' ? [] : [{ name: t('account.mail.sign_in_browser'), value: agent }]),
  ]
  return letterOf(ctx, {
    subject: t('account.mail.sign_in_subject', { shop: shop.shop.name }),
    title: t('account.mail.sign_in_title'),
    parts: [
      { kind: 'facts', facts },
      { kind: 'text', text: t('account.mail.sign_in_text') },
      { kind: 'button', text: t('account.mail.not_me'), href },
    ],
    footer: [],
  })
}

/** The mail after "That was not me". @param token of the link that sets a new password */
export function securedLetter(ctx: Ctx, token: string): Letter {
  const { t, origin, shop } = ctx
  const href = `${origin}${linksFor(shop.router, ctx.langPath).resetPassword(token)}`
  return letterOf(ctx, {
    subject: t('account.mail.secured_subject', { shop: shop.shop.name }),
    title: t('account.mail.secured_title'),
    parts: [
      { kind: 'text', text: t('account.mail.secured_text') },
      { kind: 'button', text: t('account.mail.reset_button'), href },
    ],
    footer: [],
  })
}
