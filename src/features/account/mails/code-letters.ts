import { letterOf } from '#platform/server/jobs/outbox.ts'
import type { Letter, LetterPart } from '#platform/server/mail/mail-parts.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { safePath } from '#platform/server/serve.ts'
import { linksFor } from '#wire/links.ts'
import { codeLife } from '../rules/codes.ts'
import { minute } from '#domain/time.ts'

export interface CodeLetter {
  /** `noAccount`, `hasAccount`: the truth about the address, told to its owner alone. */
  kind: 'signIn' | 'signUp' | 'reset' | 'proof' | 'noAccount' | 'hasAccount'
  /** Six digits. */
  code: string
  /** Of the link by which a password is set. */
  token: string
  /** Where the shopper was going; anything but an own path is ignored. */
  next: string
}

/** The mail with a code, or with the reason why there is none. */
export function codeLetter(ctx: Ctx, letter: CodeLetter): Letter {
  const { t } = ctx
  const words = partsOf(ctx, letter)
  return letterOf(ctx, {
    ...words,
    footer: [{ kind: 'text', text: t('account.mail.ignore', { shop: ctx.shop.shop.name }) }],
  })
}

function partsOf(
  ctx: Ctx,
  { kind, code, token, next }: CodeLetter,
): Pick<Letter, 'subject' | 'title' | 'parts'> {
  const { t, origin } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const shop = ctx.shop.shop.name
  const to = safePath(next) ?? undefined
  const text = (words: string): LetterPart => ({ kind: 'text', text: words })
  const button = (words: string, path: string): LetterPart => ({
    kind: 'button',
    text: words,
    href: `${origin}${path}`,
  })
  const facts: LetterPart = { kind: 'facts', facts: [{ name: t('account.mail.code'), value: code }] }
  const life = text(t('account.mail.life', { minutes: codeLife / minute }))
  switch (kind) {
    case 'signIn':
    case 'signUp':
    case 'proof':
      return {
        subject: t('account.mail.code_subject', { code, shop }),
        title: t(`account.mail.title_${kind}`, { shop }),
        parts: [facts, life],
      }
    case 'reset':
      return {
        subject: t('account.mail.reset_subject', { shop }),
        title: t('account.mail.title_reset'),
        parts: [button(t('account.mail.reset_button'), links.resetPassword(token)), facts, life],
      }
    case 'noAccount':
      return {
        subject: t('account.mail.none_subject', { shop }),
        title: t('account.mail.none_title'),
        parts: [text(t('account.mail.none_text')), button(t('account.mail.none_button'), links.signUp(to))],
      }
    case 'hasAccount':
      return {
        subject: t('account.mail.known_subject', { shop }),
        title: t('account.mail.known_title'),
        parts: [text(t('account.mail.known_text')), button(t('account.mail.known_button'), links.signIn(to))],
      }
  }
}

/** The mail after a change of the account: its owner learns of it whoever made it. */
export function noticeLetter(ctx: Ctx, kind: 'password_set'): Letter {
  const { t, origin } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return letterOf(ctx, {
    subject: t(`account.mail.${kind}_subject`, { shop: ctx.shop.shop.name }),
    title: t(`account.mail.${kind}_title`),
    parts: [
      { kind: 'text', text: t(`account.mail.${kind}_text`) },
      { kind: 'button', text: t('account.mail.not_me'), href: `${origin}${links.forget()}` },
    ],
    footer: [],
  })
}
