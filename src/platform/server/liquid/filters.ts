import { filters as standard, type FilterImplOptions, toValue } from 'liquidjs'
import { byWord } from '#domain/by-word.ts'
import { formatDate, formatMoney } from '#i18n/format.ts'
import { Refused } from './faults.ts'
import { limits } from './limits.ts'
import { placeOf } from './places.ts'
import { type DataContext, Markup, Sanitised } from './values.ts'

/*
 * What templates may do with values: those filters of the language that work on plain values in bounded time, and those
 * of the shop. Each is charged for what it is given before it begins.
 */

/** The `this` of a filter. */
interface Place {
  context: DataContext
}

type Filter = (this: Place, value: unknown, ...args: unknown[]) => unknown

const ofLanguage =
  `abs append at_least at_most capitalize ceil compact concat divided_by downcase escape_once find
find_index first floor has join json last lstrip map minus modulo plus prepend reject remove remove_first remove_last
replace replace_first replace_last reverse round rstrip size slice sort sort_natural split strip strip_html
strip_newlines sum times truncate truncatewords uniq upcase url_decode url_encode where`.split(/\s+/)

/** Those whose texts are HTML already, or as safe as what they were given. */
const writesMarkup = byWord<Filter>({
  escape(value) {
    return new Markup(escaped(text(value)), this.context.job.hole)
  },
  newline_to_br(value) {
    const html = value instanceof Markup ? value.html : escaped(text(value))
    return new Markup(html.replaceAll('\n', '<br>\n'), this.context.job.hole)
  },
  raw(value) {
    return value instanceof Sanitised ? new SafeHole(value.valueOf()) : value
  },
  default(value, otherwise, ...options) {
    const plain = toValue(value) as unknown
    const allowsFalse = options.some(
      (one) => Array.isArray(one) && one[0] === 'allow_false' && one[1] === true,
    )
    if (plain === false && allowsFalse) return value
    const isEmpty = plain === '' || (Array.isArray(plain) && plain.length === 0)
    return plain === null || plain === undefined || plain === false || isEmpty ? otherwise : value
  },
})

/** Sanitised HTML on its way to its place. What a filter makes of it is a text again. */
class SafeHole extends Sanitised {}

const ofShop = byWord<Filter>({
  /** `{{ product.price.amount | money }}`: minor units in words of the language. */
  money(value) {
    const amount = toValue(value) as unknown
    if (amount === null || amount === undefined || amount === '') return ''
    if (!Number.isSafeInteger(amount))
      throw new Refused(`money is an integer of minor units, 1990 for 19.90: here it is ${shown(amount)}`)
    const { currency, lang } = this.context.job
    return formatMoney(amount as number, currency, lang)
  },
  t: translate,
  translate,
  /** Without a format as the shop writes dates. */
  date(value, format) {
    return dated(this, toValue(value), toValue(format))
  },
  /** `{{ block.settings.href | in_language }}`: a path of the shop as the page's language has it. */
  in_language(value) {
    return inLanguage(text(value), this.context.job.langPath)
  },
  handle(value) {
    return handle(text(value))
  },
  handleize(value) {
    return handle(text(value))
  },
})

/** Every filter that there is, by its name. */
export function allFilters(): Record<string, FilterImplOptions> {
  const all = Object.create(null) as Record<string, FilterImplOptions>
  for (const name of ofLanguage) all[name] = charged(ofValues(standard[name] as unknown as Filter))
  for (const [name, filter] of Object.entries({ ...writesMarkup, ...ofShop })) all[name] = charged(filter)
  return all
}

/** What an output writes of a value. */
export function outputEscape(this: Place, value: unknown): string {
  if (typeof value === 'string') return escaped(value)
  // Put there by the page: what is sanitised is neither checked again nor changed by anybody.
  if (value instanceof SafeHole)
    return placeOf(this.context.job, {
      tag: 'html',
      name: null,
      subject: value.valueOf(),
      args: {},
      inner: null,
      file: '',
      line: 0,
    })
  if (value instanceof Markup) return value.html
  return escaped(text(value))
}

/** The library's own filters know texts and lists. */
function ofValues(filter: Filter): Filter {
  return function (value, ...args) {
    return filter.call(this, toValue(value), ...args.map(toValue))
  }
}

function charged(filter: Filter): FilterImplOptions {
  return function (this: Place, value: unknown, ...args: unknown[]): unknown {
    const { budget } = this.context.job
    budget.node()
    for (const one of [value, ...args]) {
      const plain = toValue(one) as unknown
      if (typeof plain === 'string') budget.use(plain.length)
      else if (Array.isArray(plain)) budget.use(plain.length * limits.unitsOfEntry)
    }
    return filter.call(this, value, ...args)
  } as unknown as FilterImplOptions
}

function translate(this: Place, value: unknown, ...args: unknown[]): string {
  const key = text(value)
  const values: Record<string, string | number> = Object.create(null)
  for (const arg of args) {
    if (!Array.isArray(arg)) continue
    const [name, given] = arg as [string, unknown]
    const plain = toValue(given) as unknown
    values[name] = typeof plain === 'number' ? plain : text(plain)
  }
  return this.context.job.words.say(key, values) ?? key
}

const dateFormat = 100

function dated(place: Place, value: unknown, format: unknown): unknown {
  if (value === null || value === undefined || value === '') return ''
  const { lang, timeZone } = place.context.job
  const isDate = typeof value === 'number' || (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
  if (!isDate) throw new Refused(`date wants a date such as 2026-11-28: here it is ${shown(value)}`)
  const date = new Date(typeof value === 'number' ? value * 1000 : value)
  if (Number.isNaN(date.getTime())) throw new Refused(`${shown(value)} is no date`)
  if (format === undefined || format === null) return formatDate(date, lang, timeZone ?? undefined)
  const wanted = text(format)
  if (wanted.length > dateFormat || /\d{3}/.test(wanted))
    throw new Refused(`a format of dates has at most ${dateFormat} characters, and no widths of three digits`)
  const { opts, memoryLimit } = place.context
  const context = { opts: { ...opts, locale: lang, timezoneOffset: timeZone ?? 'UTC' }, memoryLimit }
  return (standard['date'] as unknown as Filter).call({ context } as never, date.toISOString(), wanted)
}

/** An address elsewhere, and one that is in the language already, stays as it is. */
function inLanguage(path: string, langPath: string): string {
  if (!path.startsWith('/') || path.startsWith('//') || langPath === '') return path
  if (path === langPath || path.startsWith(`${langPath}/`)) return path
  // The home page is at `/zh`, without a slash.
  return path === '/' ? langPath : `${langPath}${path}`
}

function handle(value: string): string {
  return value
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('-')
}

const entities = byWord({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
})

function escaped(value: string): string {
  return /[&<>"']/.test(value) ? value.replace(/[&<>"']/g, (character) => entities[character]!) : value
}

/** A value as an output shows it. */
export function text(value: unknown): string {
  const plain = toValue(value) as unknown
  if (typeof plain === 'string') return plain
  if (plain === null || plain === undefined) return ''
  if (Array.isArray(plain)) return plain.map(text).join('')
  return typeof plain === 'number' || typeof plain === 'boolean' ? String(plain) : ''
}

function shown(value: unknown): string {
  return JSON.stringify(text(value).slice(0, 40))
}
