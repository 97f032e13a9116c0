import { addressLines } from '#i18n/address-lines.ts'
import type { Letter, LetterPart } from '#platform/server/mail/mail-parts.tsx'
import type { Locale } from '#i18n/locales.ts'
import type { MailCtx } from '#platform/server/jobs/outbox.ts'
import type { OrderRow } from '../queries/read.ts'

type LetterCtx = Pick<MailCtx, 't'> & { locale: Locale }
interface Facts {
  order: Pick<OrderRow, 'number' | 'address'>
  /** The signed link to the order. */
  href: string
}
type Words = Pick<Letter, 'subject' | 'title' | 'parts'>

/** Tells the shopper: whoever has the link of a mail can send the order elsewhere. */
export function addressChanged(facts: Facts, ctx: LetterCtx): Words {
  const { t } = ctx
  return {
    subject: t('order.mail.address.subject', { number: facts.order.number }),
    title: t('order.mail.address.title'),
    parts: [
      newAddress(facts, ctx),
      { kind: 'text', text: t('order.mail.address.not_you') },
      { kind: 'button', text: t('order.mail.open'), href: facts.href },
    ],
  }
}

/** Tells the shop, which may have written the label already. */
export function addressChangedForShop(facts: Facts, ctx: LetterCtx): Words {
  return {
    subject: ctx.t('order.mail.shop.address_subject', { number: facts.order.number }),
    title: ctx.t('order.mail.shop.address_title'),
    parts: [newAddress(facts, ctx)],
  }
}

/** As it is when the mail is written: after two changes both mails say the last one. */
function newAddress({ order }: Facts, { t, locale }: LetterCtx): LetterPart {
  return {
    kind: 'facts',
    facts: [
      { name: t('order.mail.hello_number'), value: order.number },
      {
        name: t('order.address'),
        value: addressLines(order.address, locale).join(t('order.address_separator')),
      },
    ],
  }
}
