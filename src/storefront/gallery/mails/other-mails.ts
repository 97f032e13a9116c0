import { codeLetter, noticeLetter as passwordLetter } from '#features/account/mails/code-letters.ts'
import { newSignInLetter, securedLetter } from '#features/account/mails/notice-letters.ts'
import { confirmMail as confirmAlert, newsMail } from '#features/alerts/mails/alert-letters.ts'
import { changedMessage, closedMessage, undoneMessage } from '#features/identity/mails/change-messages.ts'
import { answerMail, receiptMail, shopMail } from '#features/inquiries/mails/inquiry-letters.ts'
import { confirmMail as confirmNewsletter } from '#features/newsletter/mails/confirm-letter.ts'
import { linkLetter } from '#features/oauth/mails/link-letter.ts'
import { noticeLetter as passkeyLetter } from '#features/passkeys/mails/notice-letter.ts'
import { newsLetter } from '#features/second-factor/mails/letters.ts'
import { textLocale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'

type Named = [name: string, letter: Letter]

const ada = 'ada@example.org'
const token = 'token'

/** Of accounts, alerts, the newsletter and inquiries. */
export function otherMails(ctx: Ctx): Named[] {
  return [...codes(ctx), ...security(ctx), ...alerts(ctx), ...inquiries(ctx)]
}

function codes(ctx: Ctx): Named[] {
  const kinds = [
    ...(['signIn', 'signUp', 'reset', 'proof', 'change', 'verify', 'oauth'] as const),
    ...(['noAccount', 'hasAccount', 'taken'] as const),
  ]
  return kinds.map((kind) => [
    `account: ${kind}`,
    codeLetter(ctx, { kind, code: '482913', token, next: '/cart' }),
  ])
}

function security(ctx: Ctx): Named[] {
  const href = `${ctx.origin}/auth/disown?token=${token}`
  const changed = { kind: 'email', next: 'grace@example.org', token } as const
  const name = { kind: 'email', account: ada } as const
  return [
    ['account: new browser', newSignInLetter(ctx, 'Firefox on Linux', href)],
    ['account: this was not me', securedLetter(ctx, token)],
    ['account: password set', passwordLetter(ctx, 'password_set')],
    ['account: email changed', changedMessage(ctx, changed).letter],
    ['account: mobile changed', changedMessage(ctx, { kind: 'mobile', next: '+4930901820', token }).letter],
    ['account: email removed', changedMessage(ctx, { kind: 'email', next: null, token }).letter],
    ['account: email changed, without a way back', changedMessage(ctx, { ...changed, token: null }).letter],
    ['account: mobile removed', changedMessage(ctx, { kind: 'mobile', next: null, token }).letter],
    ['account: change undone', undoneMessage(ctx, name, true).letter],
    ['account: change undone, to the other side', undoneMessage(ctx, name, false).letter],
    ['account: closed', closedMessage(ctx).letter],
    ...(['on', 'off', 'codes_made', 'code_used', 'code_confirmed'] as const).map((news): Named => [
      `second factor: ${news}`,
      newsLetter(ctx, news, href),
    ]),
    ...(['passkey_added', 'passkey_deleted'] as const).map((kind): Named => [
      `passkey: ${kind}`,
      passkeyLetter(ctx, kind, 'iCloud Keychain'),
    ]),
    ...(['linked', 'unlinked'] as const).map((kind): Named => [
      `provider: ${kind}`,
      linkLetter(ctx, kind, 'Google'),
    ]),
  ]
}

function alerts(ctx: Ctx): Named[] {
  const variant = {
    sku: 'FLM-OAT-S',
    slug: 'first-light-mug',
    titles: { en: 'First Light Mug', zh: '晨光马克杯', 'zh-HK': '晨光杯' },
    options: { glaze: 'oat' },
    productOptions: [
      {
        code: 'glaze',
        values: [
          { code: 'oat', name: { en: 'Oat', zh: '燕麦', 'zh-HK': '燕麥' } },
          { code: 'clay', name: { en: 'Clay', zh: '陶土', 'zh-HK': '陶土' } },
        ],
      },
    ],
  }
  const due = {
    ...variant,
    id: 1,
    email: ada,
    locale: ctx.locale,
    currency: 'USD',
    before: 2_400,
    now: 1_900,
  }
  const [stock, price] = [{ ...due, kind: 'stock' } as const, { ...due, kind: 'price' } as const]
  return [
    ['alert: confirm, stock', confirmAlert(ctx, ada, 'stock', variant, 2_400, token).letter],
    ['alert: confirm, price', confirmAlert(ctx, ada, 'price', variant, 2_400, token).letter],
    ['alert: back in stock', newsMail(ctx, [stock], token).letter],
    ['alert: lower price', newsMail(ctx, [price], token).letter],
    ['alert: several', newsMail(ctx, [stock, price], token).letter],
    ['newsletter: confirm', confirmNewsletter(ctx, ada, token).letter],
  ]
}

const forms = { en: 'Feedback', zh: '意见反馈', 'zh-HK': '意見反映' }

function inquiries(ctx: Ctx): Named[] {
  const form = { title: forms[textLocale(ctx.locale)], thanks: '' }
  // Without an e-mail address of the shop there is nobody to reply to.
  const shops = { ...ctx.shop.shop, email: ctx.shop.shop.email ?? 'shop@example.org' }
  const own = { ...ctx, shop: { ...ctx.shop, shop: shops } }
  const inquiry = {
    number: 'K7M2-9QXD',
    product: 'first-light-mug',
    contact: [{ code: 'email', label: 'Email', kind: 'email', value: ada } as const],
    content: 'The handle wobbles.\nCan it be mended?',
    createdAt: new Date('2026-11-24T09:30:00Z'),
  }
  const pictures = [{ key: 'a'.repeat(32) }]
  return [
    ['inquiry: received', receiptMail(ctx, ada, form, inquiry).letter],
    ['inquiry: answered', answerMail(own, ada, inquiry, 'Yes, it can.\n\nSend it to us.').letter],
    [
      'to the shop: inquiry',
      shopMail(ctx, 'shop@example.org', form, inquiry, pictures, 'First Light Mug', ada).letter,
    ],
  ]
}
