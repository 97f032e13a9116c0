import { hour } from '#domain/time.ts'
import type { AccountKind, AccountName } from '#features/account/rules/account-name.ts'
import { veil } from '#features/account/rules/account-name.ts'
import type { Message } from '#features/account/rules/send-to.ts'
import { letterOf } from '#platform/server/jobs/outbox.ts'
import type { LetterPart } from '#platform/server/mail/mail-parts.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import { undoFor } from '../rules/undo.ts'

const paragraph = (text: string): LetterPart => ({ kind: 'text', text })

/**
 * To the owner of what was changed, with the link that undoes it.
 * @param next the new e-mail address or number; null where it was removed
 * @param token null: without a link
 */
export function changedMessage(
  ctx: Ctx,
  { kind, next, token }: { kind: AccountKind; next: string | null; token: string | null },
): Message {
  const { t, origin, now } = ctx
  const shop = ctx.shop.shop.name
  const link = token === null ? null : `${origin}${linksFor(ctx.shop.router, ctx.langPath).undoChange(token)}`
  const said =
    next === null
      ? t(`identity.mail.removed_${kind}`)
      : t(`identity.mail.changed_${kind}`, { account: veil({ kind, account: next }) })
  return {
    kind: 'identity.changed',
    letter: letterOf(ctx, {
      subject: t('identity.mail.changed_subject', { shop }),
      title: t(link === null ? 'identity.mail.changed_told' : 'identity.mail.changed_title'),
      parts:
        link === null
          ? [paragraph(said)]
          : [
              paragraph(said),
              paragraph(t('identity.mail.undo_text', { hours: undoFor / hour })),
              { kind: 'button', text: t('identity.mail.undo_button'), href: link },
            ],
      footer: [],
    }),
    text:
      link === null
        ? t('identity.sms.changed_told', { shop })
        : t('identity.sms.changed', { shop, link, hours: undoFor / hour }),
    until: new Date(now.getTime() + undoFor),
  }
}

/** To both sides of a change that was undone. @param isOwner to whom it was given back */
export function undoneMessage(ctx: Ctx, name: AccountName, isOwner: boolean): Message {
  const { t, origin, now } = ctx
  const shop = ctx.shop.shop.name
  const link = `${origin}${linksFor(ctx.shop.router, ctx.langPath).forget()}`
  const button: LetterPart = { kind: 'button', text: t('identity.mail.new_password'), href: link }
  return {
    kind: 'identity.undone',
    letter: letterOf(ctx, {
      subject: t('identity.mail.undone_subject', { shop }),
      title: t('identity.mail.undone_title'),
      parts: isOwner
        ? [paragraph(t('identity.mail.undone_text', { account: name.account })), button]
        : [paragraph(t('identity.mail.undone_lost', { account: name.account }))],
      footer: [],
    }),
    text: isOwner ? t('identity.sms.undone', { shop, link }) : t('identity.sms.undone_lost', { shop }),
    until: new Date(now.getTime() + undoFor),
  }
}

export function closedMessage(ctx: Ctx): Message {
  const { t, now } = ctx
  const shop = ctx.shop.shop.name
  return {
    kind: 'identity.closed',
    letter: letterOf(ctx, {
      subject: t('identity.mail.closed_subject', { shop }),
      title: t('identity.mail.closed_title'),
      parts: [paragraph(t('identity.mail.closed_text')), paragraph(t('identity.mail.closed_kept'))],
      footer: [],
    }),
    text: t('identity.sms.closed', { shop }),
    until: new Date(now.getTime() + undoFor),
  }
}
