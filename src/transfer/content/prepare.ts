import { no, ok, type Result } from '#domain/result.ts'
import { contentHash } from '../catalog/canonical.ts'
import { languageFault, textFault } from '../catalog/consistency.ts'
import { sanitiseEditorial, sanitisePage } from '#features/content/rules/html.ts'
import { planPicture, plannedEntry, type PlannedPicture } from '../pictures/pictures.ts'
import { withoutBlanks } from '../catalog/prepare.ts'
import type { Currencies } from '#features/catalog/rules/prices.ts'
import { shown } from '#wire/shown-text.ts'
import { tidySlugs } from '#features/names/shop.ts'
import type { TileIcon } from '#features/media/rules/tile.ts'
import { isLocale } from '#i18n/locales.ts'
import type {
  ArticleEntry,
  CommentEntry,
  CouponEntry,
  FormEntry,
  PageEntry,
  PromotionEntry,
  ReviewEntry,
} from '#wire/content-format.ts'
import type { PictureEntry } from '#wire/entry-parts.ts'
import { readTerms, termsEntry, type Terms } from './prepare-offers.ts'

/*
 * Normalises an entry and checks and hashes it, as in the catalogue. Export writes this normal form.
 */

export interface PrepareOptions {
  currencies: Currencies
}

export interface Prepared<E> {
  entry: E
  hash: string
  pictures: PlannedPicture[]
  /** The file does not name the pictures, so those of the shop stay. */
  keepsPictures?: boolean
}

export function prepareArticle(given: ArticleEntry): Result<Prepared<ArticleEntry>, string> {
  const { slug, title, summary, body, author, products, tags, publishedAt, updatedAt, visible } = given
  const fault =
    textFault(given) ??
    languageFault(given.slugs, 'slugs') ??
    languageFault(title, 'title') ??
    untitled(title, { summary, body }) ??
    languageFault(author.name, 'author.name') ??
    unknownLanguage(author.about, 'author.about') ??
    twice(products, 'product') ??
    dateFault({ publishedAt, updatedAt }) ??
    updateFault(given)
  if (fault !== null) return no(fault)
  const html = cleanHtml(body, 'body')
  if (!html.ok) return html
  const picture = onePicture(given.picture)
  if (!picture.ok) return picture
  const about = withoutBlanks(author.about)
  return done(picture.value, {
    slug,
    ...tidySlugs(given),
    title,
    summary: withoutBlanks(summary) ?? {},
    format: 'html',
    body: html.value,
    author: { name: author.name, ...(about === undefined ? {} : { about }) },
    ...pictureMember(picture.value),
    tags: [...new Set(tags)].sort(),
    products,
    publishedAt: utc(publishedAt),
    ...(updatedAt === undefined ? {} : { updatedAt: utc(updatedAt) }),
    visible,
  })
}

export function preparePage(given: PageEntry): Result<Prepared<PageEntry>, string> {
  const { slug, title, body, visible } = given
  const fault =
    textFault(given) ??
    languageFault(given.slugs, 'slugs') ??
    languageFault(title, 'title') ??
    untitled(title, { summary: given.summary, body })
  if (fault !== null) return no(fault)
  const html = cleanHtml(body, 'body', sanitisePage)
  if (!html.ok) return html
  const picture = onePicture(given.picture)
  if (!picture.ok) return picture
  const summary = withoutBlanks(given.summary)
  return done(picture.value, {
    slug,
    ...tidySlugs(given),
    title,
    ...(summary === undefined ? {} : { summary }),
    format: 'html',
    body: html.value,
    ...pictureMember(picture.value),
    visible,
  })
}

export function preparePromotion(
  given: PromotionEntry,
  options: PrepareOptions,
): Result<Prepared<PromotionEntry> & Terms, string> {
  const { slug, name, summary, description, visible } = given
  const fault =
    textFault(given) ??
    languageFault(name, 'name') ??
    untitled(name, { summary, description }, 'name') ??
    windowFault(given)
  if (fault !== null) return no(fault)
  const html = cleanHtml(description, 'description')
  if (!html.ok) return html
  const terms = readTerms(given, options.currencies)
  if (!terms.ok) return terms
  const picture = onePicture(given.picture)
  if (!picture.ok) return picture
  const prepared = done<PromotionEntry>(picture.value, {
    slug,
    name,
    summary: withoutBlanks(summary) ?? {},
    format: 'html',
    ...(Object.keys(html.value).length === 0 ? {} : { description: html.value }),
    ...pictureMember(picture.value),
    ...windowMembers(given),
    ...termsEntry(terms.value),
    visible,
  })
  return prepared.ok ? ok({ ...prepared.value, ...terms.value }) : prepared
}

export function prepareCoupon(
  given: CouponEntry,
  options: PrepareOptions,
): Result<Prepared<CouponEntry> & Terms, string> {
  const { slug, code, name, summary, claimable, limit, limitPerCustomer, stackable, visible } = given
  const fault =
    textFault(given) ??
    languageFault(name, 'name') ??
    untitled(name, { summary }, 'name') ??
    windowFault(given)
  if (fault !== null) return no(fault)
  const terms = readTerms(given, options.currencies)
  if (!terms.ok) return terms
  const prepared = done<CouponEntry>(null, {
    slug,
    code,
    name,
    summary: withoutBlanks(summary) ?? {},
    ...windowMembers(given),
    ...termsEntry(terms.value),
    claimable,
    ...(limit === undefined ? {} : { limit }),
    limitPerCustomer,
    stackable,
    visible,
  })
  return prepared.ok ? ok({ ...prepared.value, ...terms.value }) : prepared
}

export function prepareForm(given: FormEntry): Result<Prepared<FormEntry>, string> {
  const { slug, title, summary, contentLabel, fields, thanks, visible } = given
  const fault =
    textFault(given) ??
    languageFault(title, 'title') ??
    languageFault(contentLabel, 'contentLabel') ??
    untitled(title, { summary, contentLabel, thanks }) ??
    twice(
      fields.map(({ code }) => code),
      'field',
    ) ??
    first(fields, fieldFault)
  if (fault !== null) return no(fault)
  return done<FormEntry>(null, {
    slug,
    title,
    summary: withoutBlanks(summary) ?? {},
    contentLabel,
    fields: fields.map(({ help: given, ...field }) => {
      const help = withoutBlanks(given)
      return { ...field, ...(help === undefined ? {} : { help }) }
    }),
    thanks: withoutBlanks(thanks) ?? {},
    visible,
  })
}

function fieldFault({ code, label, help, kind, choices }: FormEntry['fields'][number]): string | null {
  const name = `the field ${shown(code)}`
  if (kind === 'choice' && choices.length === 0) return `${name} has nothing to choose`
  if (kind !== 'choice' && choices.length > 0) return `${name} has choices, and is no choice`
  return (
    languageFault(label, name) ??
    unknownLanguage(help, name) ??
    twice(
      choices.map((choice) => choice.code),
      'choice',
    ) ??
    first(choices, (choice) => languageFault(choice.name, `the choice ${shown(choice.code)}`))
  )
}

export function prepareReview(given: ReviewEntry): Result<Prepared<ReviewEntry>, string> {
  const { code, product, sku, author, locale, score, title, content, createdAt, helpful, verified, reply } =
    given
  const { fit, editedAt } = given
  const fault =
    textFault(given) ??
    (isLocale(locale) ? null : `${shown(locale)} is no language of the shop`) ??
    first(
      [author, content, ...(title === undefined ? [] : [title]), ...(reply ? [reply.content] : [])],
      (text) => (text.trim() === '' ? 'a text of it is blank' : null),
    ) ??
    dateFault({
      createdAt,
      ...(editedAt === undefined ? {} : { editedAt }),
      ...(reply ? { 'reply.createdAt': reply.createdAt } : {}),
    })
  if (fault !== null) return no(fault)
  const pictures: PlannedPicture[] = []
  for (const [index, picture] of given.pictures.entries()) {
    const planned = plan(picture, 'product')
    if (!planned.ok) return no(`pictures[${index}] ${planned.problem}`)
    pictures.push(planned.value)
  }
  return done(pictures, {
    code,
    product,
    ...(sku === undefined ? {} : { sku }),
    author,
    locale,
    score,
    ...(title === undefined ? {} : { title }),
    content,
    pictures: pictures.map(plannedEntry),
    createdAt: utc(createdAt),
    helpful,
    verified,
    ...(fit === undefined ? {} : { fit }),
    ...(editedAt === undefined ? {} : { editedAt: utc(editedAt) }),
    ...(reply === undefined ? {} : { reply: { content: reply.content, createdAt: utc(reply.createdAt) } }),
  })
}

export function prepareComment(given: CommentEntry): Result<Prepared<CommentEntry>, string> {
  const { locale, content, author, createdAt, code, answers } = given
  const fault =
    textFault(given) ??
    (isLocale(locale) ? null : `${shown(locale)} is no language of the shop`) ??
    (content.trim() === '' ? 'content is blank' : null) ??
    (author.trim() === '' ? 'author is blank' : null) ??
    (answers === code ? 'it answers itself' : null) ??
    dateFault({ createdAt })
  return fault === null ? done(null, { ...given, createdAt: utc(createdAt) }) : no(fault)
}

function done<E>(pictures: PlannedPicture[] | PlannedPicture | null, entry: E): Result<Prepared<E>, string> {
  return ok({ entry, hash: contentHash(entry), pictures: [pictures ?? []].flat() })
}

type Texts = Record<string, string>

/** A text in a language that the title is not in would have no row to live in, and no page to be shown on. */
function untitled(title: Texts, fields: Record<string, Texts | undefined>, called = 'title'): string | null {
  for (const [field, texts] of Object.entries(fields)) {
    const fault = unknownLanguage(texts, field)
    if (fault !== null) return fault
    const locale = Object.keys(texts ?? {}).find((key) => title[key] === undefined)
    if (locale !== undefined) return `${field} has a text in ${locale}, and ${called} has none`
  }
  return null
}

function unknownLanguage(texts: Texts | undefined, what: string): string | null {
  const locale = Object.keys(texts ?? {}).find((key) => !isLocale(key))
  return locale === undefined
    ? null
    : `${what} has a text in ${shown(locale)}, which is no language of the shop`
}

function twice(names: readonly string[], what: string): string | null {
  const name = names.find((candidate, index) => names.indexOf(candidate) !== index)
  return name === undefined ? null : `the ${what} ${shown(name)} is there twice`
}

function first<T>(items: readonly T[], fault: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = fault(item)
    if (found !== null) return found
  }
  return null
}

function dateFault(dates: Record<string, string | undefined>): string | null {
  for (const [name, text] of Object.entries(dates)) {
    const year = text === undefined ? 2000 : new Date(text).getUTCFullYear()
    if (!(year >= 1970 && year <= 9999)) return `${name} is ${text}, which is not a date from 1970 on`
  }
  return null
}

function updateFault({ publishedAt, updatedAt }: ArticleEntry): string | null {
  if (updatedAt === undefined || Date.parse(publishedAt) < Date.parse(updatedAt)) return null
  return 'updatedAt is not after publishedAt'
}

function windowFault({ startsAt, endsAt }: { startsAt?: string | undefined; endsAt?: string | undefined }) {
  const fault = dateFault({ startsAt, endsAt })
  if (fault !== null || startsAt === undefined || endsAt === undefined) return fault
  return Date.parse(startsAt) < Date.parse(endsAt) ? null : 'endsAt is not after startsAt'
}

function windowMembers({ startsAt, endsAt }: PromotionEntry | CouponEntry): {
  startsAt?: string
  endsAt?: string
} {
  return {
    ...(startsAt === undefined ? {} : { startsAt: utc(startsAt) }),
    ...(endsAt === undefined ? {} : { endsAt: utc(endsAt) }),
  }
}

function utc(date: string): string {
  return new Date(date).toISOString()
}

/** Longer texts, after cleaning, could not be exported and read again. */
const longestText = 65_536

function cleanHtml(
  texts: Texts | undefined,
  what: string,
  sanitise = sanitiseEditorial,
): Result<Texts, string> {
  const clean =
    withoutBlanks(
      texts && Object.fromEntries(Object.entries(texts).map(([locale, html]) => [locale, sanitise(html)])),
    ) ?? {}
  const long = Object.keys(clean).find((locale) => clean[locale]!.length > longestText)
  return long === undefined ? ok(clean) : no(`${what} in ${long} is longer than ${longestText} characters`)
}

function onePicture(given: PictureEntry | undefined): Result<PlannedPicture | null, string> {
  if (given === undefined) return ok(null)
  const planned = plan(given, 'page')
  return planned.ok ? planned : no(`picture ${planned.problem}`)
}

function plan({ for: _options, ...picture }: PictureEntry, icon: TileIcon): Result<PlannedPicture, string> {
  const fault = languageFault(picture.alt, 'alt')
  if (fault !== null) return no(fault)
  return planPicture(picture, icon)
}

function pictureMember(picture: PlannedPicture | null): { picture?: PictureEntry } {
  return picture === null ? {} : { picture: plannedEntry(picture) }
}
