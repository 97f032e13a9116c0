import type { IncomingHttpHeaders } from 'node:http'
import { currencyOfCountry } from '#domain/country-currency.ts'
import { readingMode } from '#wire/reading-mode.ts'
import type { ShopConfig } from '#wire/shop-config.ts'

/*
 * The choices by which one public page has several forms: currency and reading mode. They are read from a request's
 * headers by this file alone, so that a page is rendered with the very choices that its cache key names.
 */

export interface Choices {
  /** ISO 4217 code of a currency that the shop sells in. */
  currency: string
  /** As in `data-mode`; `` for none. */
  mode: string
}

export interface ChoiceParts {
  shop: () => ShopConfig
  /** Small letters; null if no proxy names the country of a request. */
  countryHeader: string | null
}

export const choiceCookies = { currency: 'currency', mode: 'mode' } as const

export function choicesOf(headers: IncomingHttpHeaders, { shop, countryHeader }: ChoiceParts): Choices {
  const { cookie = '', 'save-data': saveData } = headers
  const country = countryIn(headers, countryHeader)
  return {
    currency: chosenCurrency(shop(), cookieIn(cookie, choiceCookies.currency), country),
    mode: readingMode(cookieIn(cookie, choiceCookies.mode), saveData),
  }
}

/** The end of a public page's cache key; `` for the form that visitors without any choice get. */
export function variantOf(headers: IncomingHttpHeaders, parts: ChoiceParts): string {
  // Most requests say nothing of all this: the others alone are read.
  if (headers.cookie === undefined && headers['save-data'] === undefined && parts.countryHeader === null)
    return ''
  const { currency, mode } = choicesOf(headers, parts)
  return currency === parts.shop().shop.baseCurrency && mode === '' ? '' : `|${currency}|${mode}`
}

/** The visitor's choice; otherwise the currency of the request's country; otherwise the base currency. */
function chosenCurrency(shop: ShopConfig, wanted: string | undefined, country: string | null): string {
  const { baseCurrency, currencies } = shop.shop
  const sold = (code: string | undefined | null): code is string =>
    code === baseCurrency || currencies.some((currency) => currency.code === code)
  if (sold(wanted)) return wanted
  const local = country === null ? null : currencyOfCountry(country)
  return sold(local) ? local : baseCurrency
}

/** The country that a trusted proxy names; null for none. @param name of the header, in small letters */
function countryIn(headers: IncomingHttpHeaders, name: string | null): string | null {
  const country = name === null ? undefined : headers[name]
  return typeof country === 'string' && /^[A-Za-z]{2}$/.test(country) ? country : null
}

/**
 * The first cookie of that name, as the framework takes it, without parsing the others: this runs for every page.
 * The values that mean something here are plain letters, so nothing is decoded.
 */
function cookieIn(header: string, name: string): string | undefined {
  for (let at = header.indexOf(`${name}=`); at !== -1; at = header.indexOf(`${name}=`, at + 1)) {
    if (at > 0 && header[at - 1] !== ' ' && header[at - 1] !== ';') continue
    const end = header.indexOf(';', at)
    return header.slice(at + name.length + 1, end === -1 ? undefined : end).trim()
  }
  return undefined
}
