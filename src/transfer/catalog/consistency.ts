import { unstorable } from '#domain/written-text.ts'
import { isLocale } from '#i18n/locales.ts'
import type { ProductEntry } from '#wire/catalog-format.ts'
import { printable, shown } from '#wire/shown-text.ts'

/*
 * Checks of an entry beyond its schema: texts that the database can store, languages that exist, SKUs that fit the
 * specifications. Each function returns a reason or null.
 */

/** The first text or key, at any depth, that cannot be stored as it is. */
export function textFault(value: unknown, path = ''): string | null {
  if (typeof value === 'string') {
    const fault = unstorable(value)
    return fault === null ? null : `${path} ${fault}`
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [key, member] of Object.entries(value)) {
    const keyFault = unstorable(key)
    if (keyFault !== null) return `a name in ${path} ${keyFault}`
    const fault = textFault(
      member,
      Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${printable(key).slice(0, 40)}`,
    )
    if (fault !== null) return fault
  }
  return null
}

type Texts = Record<string, string> | undefined

/** Texts by language: each language known, and each text more than blanks. */
export function languageFault(texts: Texts, what: string): string | null {
  for (const [locale, text] of Object.entries(texts ?? {})) {
    if (!isLocale(locale)) return `${what} has a text in ${shown(locale)}, which is no language of the shop`
    if (text.trim() === '') return `${what} is blank in ${locale}`
  }
  return null
}

export function productFault(entry: ProductEntry): string | null {
  return (
    languageFault(entry.title, 'title') ??
    untitledFault(entry) ??
    optionFault(entry) ??
    skuFault(entry) ??
    first(
      entry.details,
      (row, index) =>
        languageFault(row.label, `details[${index}].label`) ??
        languageFault(row.value, `details[${index}].value`),
    ) ??
    first(
      entry.pictures,
      (picture, index) =>
        languageFault(picture.alt, `pictures[${index}].alt`) ?? shownForFault(entry, picture.for, index),
    ) ??
    first(
      entry.videos ?? [],
      (video, index) =>
        languageFault(video.title, `videos[${index}].title`) ??
        languageFault(video.captions, `videos[${index}].captions`) ??
        ((video.poster ?? -1) >= entry.pictures.length
          ? `videos[${index}].poster is ${video.poster}, and there are ${entry.pictures.length} pictures`
          : null),
    )
  )
}

/** A text in a language that the title is not in would have no row to live in, and no page to be shown on. */
function untitledFault(entry: ProductEntry): string | null {
  for (const field of ['summary', 'description', 'seoTitle', 'seoDescription'] as const) {
    for (const locale of Object.keys(entry[field] ?? {})) {
      if (!isLocale(locale))
        return `${field} has a text in ${shown(locale)}, which is no language of the shop`
      if (entry.title[locale] === undefined) return `${field} has a text in ${locale}, and title has none`
    }
  }
  return null
}

function optionFault(entry: ProductEntry): string | null {
  const codes = new Set<string>()
  for (const option of entry.options) {
    if (codes.has(option.code)) return `the option ${shown(option.code)} is there twice`
    codes.add(option.code)
    const values = new Set<string>()
    for (const value of option.values) {
      if (values.has(value.code))
        return `the option ${shown(option.code)} has the value ${shown(value.code)} twice`
      values.add(value.code)
      if (value.swatch !== undefined && !/^(#[0-9a-f]{3,8}|[a-z]{3,20})$/i.test(value.swatch))
        return `the swatch ${shown(value.swatch)} is not a colour`
      const fault = languageFault(value.name, `the value ${shown(value.code)}`)
      if (fault !== null) return fault
    }
    const fault = languageFault(option.name, `the option ${shown(option.code)}`)
    if (fault !== null) return fault
  }
  return null
}

function skuFault(entry: ProductEntry): string | null {
  const known = new Map(
    entry.options.map((option) => [option.code, new Set(option.values.map((value) => value.code))]),
  )
  const skus = new Set<string>()
  const combinations = new Map<string, string>()
  for (const { sku, options } of entry.skus) {
    if (skus.has(sku)) return `the SKU ${shown(sku)} is there twice`
    skus.add(sku)
    for (const [code, value] of Object.entries(options)) {
      if (known.get(code)?.has(value) !== true)
        return `the SKU ${shown(sku)} has ${shown(`${code}: ${value}`)}, which the product does not offer`
    }
    for (const code of known.keys()) {
      if (!Object.hasOwn(options, code)) return `the SKU ${shown(sku)} has no ${shown(code)}`
    }
    const combination = JSON.stringify(entry.options.map((option) => options[option.code]))
    const twin = combinations.get(combination)
    if (twin !== undefined) return `the SKUs ${shown(twin)} and ${shown(sku)} have the same options`
    combinations.set(combination, sku)
  }
  return null
}

function shownForFault(
  entry: ProductEntry,
  options: Record<string, string> | undefined,
  index: number,
): string | null {
  for (const [code, value] of Object.entries(options ?? {})) {
    const option = entry.options.find((candidate) => candidate.code === code)
    if (option === undefined || option.values.every((candidate) => candidate.code !== value)) {
      return `pictures[${index}] is for ${shown(`${code}: ${value}`)}, which the product does not offer`
    }
  }
  return null
}

function first<T>(items: readonly T[], fault: (item: T, index: number) => string | null): string | null {
  for (const [index, item] of items.entries()) {
    const found = fault(item, index)
    if (found !== null) return found
  }
  return null
}
