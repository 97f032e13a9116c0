import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { byWord, own } from '#domain/by-word.ts'
import { no, ok } from '#domain/result.ts'
import { day, minute } from '#domain/time.ts'
import { writtenLine, writtenText } from '#domain/written-text.ts'
import { findUploads, type Upload } from '#features/media/rules/uploads.ts'
import { digitsOf, takeDialCode } from '#domain/person/phone.ts'
import { isPhone } from '#features/postal/rules/phone.ts'
import type { Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import { mayGoOn, networkOf, tooMany } from '#platform/server/rate.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import { dialCodes } from '#ui/forms/dial-codes.ts'
import type * as contract from '../contract.ts'
import type { FormView } from '../contract.ts'
import { receiptMail, shopMail } from '../mails/inquiry-letters.ts'
import { addInquiry, findSubject, sameInquiry, type ContactLine, type NewInquiry } from '../queries.ts'
import { shownForm } from '../rules/forms.ts'

/** What one network may send, and how many receipts one email gets because somebody typed it. */
const sending = { name: 'inquiry.submit', most: 10, within: 60 * minute }
const receipts = { name: 'inquiry.receipt', most: 5, within: day }
/** Milliseconds in which the same words are the same inquiry. */
const pressedTwice = 10 * minute
/** Characters of a field that has one line. */
const longestLine = 200

const validEmail = z.email().max(254)

/** Takes an inquiry in, mails it to the shop and a receipt to who wrote it. */
export async function submitInquiry(
  ctx: Ctx,
  input: Input<typeof contract.submitInquiry>,
): Answer<typeof contract.submitInquiry> {
  if (!(await mayGoOn(ctx.db, sending, networkOf(ctx.visitor.ip), ctx.now)))
    return no(tooMany(sending, ctx.now))
  const shown = await shownForm(ctx, input.form)
  if (shown === null) return no({ name: 'unknown_form' })
  const { form } = shown
  const content = writtenText(input.content)
  const { contact, errors: contactErrors } = readContact(ctx, form, input.contact)
  // In the order of the page.
  const errors = {
    ...(content === '' ? { content: missing(ctx, form.contentLabel) } : {}),
    ...contactErrors,
  }
  if (Object.keys(errors).length > 0) return no({ name: 'invalid_input', fields: errors })

  const uploads = await findUploads(ctx.db, [...new Set(input.images)])
  if (uploads.length < new Set(input.images).size)
    return no({ name: 'unknown_picture', fields: { images: ctx.t('problem.unknown_picture') } })
  const writer = contact.find(({ kind }) => kind === 'email')?.value ?? null
  const subject = input.product === null ? null : await findSubject(ctx.db, input.product)
  const inquiry: NewInquiry = {
    number: newNumber(),
    formId: shown.id,
    form: form.slug,
    productId: subject?.id ?? null,
    product: subject?.slug ?? null,
    contact,
    content,
    locale: ctx.locale,
    pictureIds: uploads.map(({ pictureId }) => pictureId),
    customer: (await ctx.who()).customer,
    email: writer?.toLowerCase() ?? null,
  }
  // A program gets the same answer as a person, and nothing is stored.
  if (input.website !== '') return ctx.transact(async () => ok({ number: inquiry.number, form: form.slug }))
  const mayReceipt = writer !== null && (await mayGoOn(ctx.db, receipts, writer.toLowerCase(), ctx.now))
  return ctx.transact(async (tx) => {
    const same = await sameInquiry(tx, inquiry, new Date(ctx.now.getTime() - pressedTwice))
    if (same !== null) return ok({ number: same, form: form.slug })
    await addInquiry(tx, inquiry, ctx.now)
    const about = subject === null ? null : pickText(subject.titles, ctx.locale)
    await mailIt(tx, ctx, form, inquiry, uploads, about, writer, mayReceipt)
    return ok({ number: inquiry.number, form: form.slug })
  })
}

/** The form's own fields, and their errors: field → message. */
function readContact(
  ctx: Ctx,
  form: FormView,
  given: Readonly<Record<string, string>>,
): { contact: ContactLine[]; errors: Record<string, string> } {
  const { t } = ctx
  const errors: Record<string, string> = byWord()
  const contact = form.fields.flatMap(({ code, label, kind, required, choices }) => {
    const value = (kind === 'long-text' ? writtenText : writtenLine)(own(given, code) ?? '')
    const fault = (): string | null => {
      if (value === '') {
        if (!required) return null
        return kind === 'choice' ? notChosen(ctx, label) : missing(ctx, label)
      }
      if (kind !== 'long-text' && value.length > longestLine) return t('field.too_long')
      switch (kind) {
        case 'email':
          return validEmail.safeParse(value).success ? null : t('problem.invalid_email')
        case 'number':
          return /^\d{1,12}(?:[.,]\d{1,6})?$/.test(value) ? null : t('field.not_a_number')
        case 'phone':
          return mayBePhone(value, ctx.locale) ? null : t('inquiry.phone')
        case 'choice':
          return choices.some((choice) => choice.code === value) ? null : notChosen(ctx, label)
        default:
          return null
      }
    }
    const wrong = fault()
    if (wrong !== null) errors[`contact.${code}`] = wrong
    if (value === '') return []
    // Choices are stored as texts: the form may change tomorrow.
    const words = kind === 'choice' ? (choices.find((choice) => choice.code === value)?.name ?? value) : value
    return [{ code, label, kind, value: words }]
  })
  return { contact, errors }
}

/** The specification's words, section 5, where the label is a name; a question is answered and not "required". */
function missing({ t }: Ctx, label: string): string {
  return isQuestion(label) ? t('inquiry.answer', { field: label }) : t('inquiry.required', { field: label })
}

function notChosen({ t }: Ctx, label: string): string {
  return isQuestion(label) ? t('inquiry.answer', { field: label }) : t('inquiry.select', { field: label })
}

function isQuestion(label: string): boolean {
  return /[?？]$/.test(label.trim())
}

/**
 * A number with a dial code is one of that country. Without it it may be one of any country, and nobody is sent away for
 * how it is written; but what begins with 1 for a reader of Simplified Chinese is a mobile of China, or no number.
 */
export function mayBePhone(value: string, locale: Locale): boolean {
  const digits = digitsOf(value)
  if (!/^\+?[\d\s().\-/]+$/.test(value.normalize('NFKC')) || !/^\d{5,16}$/.test(digits)) return false
  const dialled = takeDialCode(value.replace(/^00/, '+'), dialCodes)
  if (dialled !== null) return isPhone(dialled)
  return locale !== 'zh' || !digits.startsWith('1') || isPhone({ countryCode: '+86', phone: value })
}

/** `K7M2-9QXD`: 40 random bits without letters that are mistaken for digits; it names, and opens nothing. */
function newNumber(): string {
  const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
  const drawn = Array.from({ length: 8 }, () => letters[randomInt(letters.length)])
  return `${drawn.slice(0, 4).join('')}-${drawn.slice(4).join('')}`
}

async function mailIt(
  tx: Tx,
  ctx: Ctx,
  form: FormView,
  inquiry: NewInquiry,
  uploads: readonly Upload[],
  about: string | null,
  writer: string | null,
  mayReceipt: boolean,
): Promise<void> {
  const shop = ctx.shop.shop.email
  if (shop !== null)
    await queueMail(tx, shopMail(ctx, shop, form, inquiry, uploads, about, writer), ctx.origin, ctx.now)
  if (writer !== null && mayReceipt)
    await queueMail(tx, receiptMail(ctx, writer, form, inquiry), ctx.origin, ctx.now)
}
