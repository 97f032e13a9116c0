import { exponent, type Currency } from '#domain/currency.ts'

const numberFormats = new Map<string, Intl.NumberFormat>()

/** Minor units as a price in words of the language: 1990 USD → "$19.90"; whole amounts without zeros. */
export function formatMoney(amount: number, currency: Currency, lang: string): string {
  const key = `${lang} ${currency}`
  let format = numberFormats.get(key)
  if (!format) {
    const digits = exponent(currency)
    format = new Intl.NumberFormat(lang, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      trailingZeroDisplay: 'stripIfInteger',
    })
    numberFormats.set(key, format)
  }
  return format.format(amount / 10 ** exponent(currency))
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * The day of a moment in words of the language: "November 21, 2026", "2026年11月21日".
 * @param timeZone the shop's, where a day begins; UTC if it has none
 */
export function formatDate(date: Date, lang: string, timeZone: string | undefined): string {
  const key = `${lang} ${timeZone}`
  let format = dateFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: timeZone ?? 'UTC' })
    dateFormats.set(key, format)
  }
  return format.format(date)
}

const momentFormats = new Map<string, Intl.DateTimeFormat>()

/** A moment in words of the language, in the zone that is named and with it: "November 21, 2026 at 4:00 PM UTC". */
export function formatMoment(date: Date, lang: string, timeZone = 'UTC'): string {
  const key = `${lang} ${timeZone}`
  let format = momentFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(lang, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      timeZoneName: 'short',
    })
    momentFormats.set(key, format)
  }
  return format.format(date)
}

const daySpanFormats = new Map<string, Intl.DateTimeFormat>()

/** The days from one date to another, as 2026-11-24, in words: "Tue, Nov 24 – Wed, Nov 25"; one day once. */
export function formatDaySpan({ from, to }: { from: string; to: string }, lang: string): string {
  let format = daySpanFormats.get(lang)
  if (!format) {
    format = new Intl.DateTimeFormat(lang, {
      weekday: 'short',
      // Han dates are short in full: 11月24日.
      month: /^(zh|ja|ko)/.test(lang) ? 'long' : 'short',
      day: 'numeric',
      timeZone: 'UTC',
    })
    daySpanFormats.set(lang, format)
  }
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
}
