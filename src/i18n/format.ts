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

const numerals = '〇一二三四五六七八九'

/**
 * A reduction in percent as people write it: "15%". On the mainland it is the share that is left, in tenths: 15 →
 * "八五折", 10 → "九折". What that has no words for is written in digits: 12.5 → "8.75 折".
 */
export function formatReduction(percent: number, lang: string): string {
  if (lang !== 'zh-Hans') return `${percent}%`
  const left = 100 - percent
  if (!Number.isInteger(left) || left < 10) return `${left / 10} 折`
  return `${[...String(left)].map((digit) => (digit === '0' ? '' : numerals[Number(digit)])).join('')}折`
}

/** British dates, as the shop's English is British: 21 November 2026. Other languages write their own. */
function dateLanguage(lang: string): string {
  return lang === 'en' ? 'en-GB' : lang
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${lang} ${JSON.stringify(options)}`
  let format = dateFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(dateLanguage(lang), options)
    dateFormats.set(key, format)
  }
  return format
}

/**
 * The day of a moment in words of the language: "21 November 2026", "2026年11月21日".
 * @param timeZone the shop's, where a day begins; UTC if it has none
 */
export function formatDate(date: Date, lang: string, timeZone: string | undefined): string {
  return dateFormat(lang, { dateStyle: 'long', timeZone: timeZone ?? 'UTC' }).format(date)
}

/**
 * A moment in words of the language, in the zone that is named and with it: "21 November 2026 at 16:00 (Hong Kong
 * time)", "2026年11月21日 16:00（北京时间）".
 */
export function formatMoment(date: Date, lang: string, timeZone = 'UTC'): string {
  const moment = dateFormat(lang, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(date)
  const zone = zoneName(date, lang, timeZone)
  return isHan(lang) ? `${moment}（${zone}）` : `${moment} (${zone})`
}

/** What people call the zones of Greater China. Mainland readers know one time, and Hong Kong's clocks show it. */
const zoneNames = new Map<string, readonly [en: string, hans: string, hant: string]>([
  ['Asia/Hong_Kong', ['Hong Kong time', '北京时间', '香港時間']],
  ['Asia/Macau', ['Macau time', '北京时间', '澳門時間']],
  ['Asia/Shanghai', ['Beijing time', '北京时间', '北京時間']],
  ['Asia/Taipei', ['Taipei time', '台北时间', '台北時間']],
])

/** A time zone as people call it: "Hong Kong time", "香港時間". */
export function zoneName(date: Date, lang: string, timeZone: string): string {
  if (timeZone === 'UTC') return 'UTC'
  const known = zoneNames.get(timeZone)
  if (known && lang.startsWith('en')) return known[0]
  if (known && isHan(lang)) return lang.startsWith('zh-Hant') ? known[2] : known[1]
  const parts = dateFormat(lang, { timeZone, timeZoneName: 'shortGeneric' }).formatToParts(date)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

const daySpans = new Map<string, string>()
const mostDaySpans = 1_000

/** The days from one date to another, as 2026-11-24, in words: "Tue 24 Nov – Wed 25 Nov"; one day once. */
export function formatDaySpan({ from, to }: { from: string; to: string }, lang: string): string {
  // A range is by far the slowest of these formats, and a shop writes few of them on one day.
  const key = `${lang} ${from} ${to}`
  const known = daySpans.get(key)
  if (known !== undefined) return known
  if (daySpans.size >= mostDaySpans) daySpans.clear()
  const made = daySpan(from, to, lang)
  daySpans.set(key, made)
  return made
}

function daySpan(from: string, to: string, lang: string): string {
  const [first, last] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)]
  if (isHan(lang)) {
    const days = from === to ? [first] : [first, last]
    return days.map((day) => hanDay(day, lang)).join('至')
  }
  return dateFormat(lang, {
    weekday: 'short',
    // Dates of the Far East are short in full: 11月24日.
    month: /^(ja|ko)/.test(lang) ? 'long' : 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).formatRange(first, last)
}

/** "11月25日（周三）", in Hong Kong "11月25日（星期三）": the system's own span leaves the characters out. */
function hanDay(day: Date, lang: string): string {
  const date = dateFormat(lang, { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(day)
  const weekday = lang.startsWith('zh-Hant') ? 'long' : 'short'
  return `${date}（${dateFormat(lang, { weekday, timeZone: 'UTC' }).format(day)}）`
}

function isHan(lang: string): boolean {
  return lang.startsWith('zh')
}
