import { letterOf } from '#platform/server/jobs/outbox.ts'
import type { Letter, LetterPart } from '#platform/server/mail/mail-parts.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import { safePath } from '#wire/safe-path.ts'
import { codeLife } from '../rules/codes.ts'
import { minute } from '#domain/time.ts'

export interface CodeLetter {
  /** `noAccount`, `hasAccount`, `taken`: the truth about the address, told to its owner alone. */
  kind:
    | 'signIn'
    | 'signUp'
    | 'reset'
    | 'proof'
    | 'change'
    | 'verify'
    | 'oauth'
    | 'noAccount'
    | 'hasAccount'
    | 'taken'
  /** Six digits. */
  code: string
  /** Of the link by which a password is set, or the address proven. */
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
    case 'oauth':
    case 'change':
      return {
        subject: t('account.mail.code_subject', { code, shop }),
        title: t(`account.mail.title_${kind}`, { shop }),
        parts: [facts, life],
      }
    case 'verify':
      return {
        subject: t('account.mail.verify_subject', { shop }),
        title: t('account.mail.title_verify'),
        parts: [
          button(t('account.mail.verify_button'), links.verifyEmail(token)),
          text(t('account.mail.verify_life', { minutes: codeLife / minute })),
        ],
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
    case 'taken':
      return {
        subject: t('account.mail.taken_subject', { shop }),
        title: t('account.mail.taken_title'),
        parts: [text(t('account.mail.taken_text'))],
      }
  }
}

/** The same as a text message. */
export function codeText(ctx: Ctx, { kind, code, next }: CodeLetter): string {
  const { t, origin } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const shop = ctx.shop.shop.name
  const to = safePath(next) ?? undefined
  switch (kind) {
    case 'noAccount':
      return t('account.sms.none', { shop, link: `${origin}${links.signUp(to)}` })
    case 'hasAccount':
      return t('account.sms.known', { shop, link: `${origin}${links.signIn(to)}` })
    case 'taken':
      return t('account.sms.taken', { shop })
    default:
      return t('account.sms.code', { code, shop, minutes: codeLife / minute })
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

/** The same as a text message. */
export function noticeText({ t, shop, langPath, origin }: Ctx, kind: 'password_set'): string {
  const link = `${origin}${linksFor(shop.router, langPath).forget()}`
  return t(`account.sms.${kind}`, { shop: shop.shop.name, link })
}
