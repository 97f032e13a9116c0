import { isUtf8 } from 'node:buffer'
import { unstorable } from '#domain/written-text.ts'
import { readAccount } from '#features/account/rules/account-name.ts'
import { address, type Address } from '#features/postal/contract.ts'
import { tidyPhone } from '#features/postal/rules/phone.ts'
import type { ImportedCustomer } from '#features/account/queries/import.ts'
import { isLocale, type Locale } from '#i18n/locales.ts'
import { isKnownFormat } from '#platform/server/passwords/passwords.ts'
import { shown } from '#wire/shown-text.ts'
import { csvFaultText, csvRows, type CsvRow } from '../formats/csv.ts'
import { decodeStrictly } from '../formats/text.ts'
import { readCustomerHeader, type AddressSide, type CustomerColumn, type CustomerHeader } from './columns.ts'

/** `row` in bytes: a customer is not longer. */
const limits = { row: 64 * 1024, columns: 500 }

export type CustomerReading =
  | { what: 'customer'; line: number; customer: Omit<ImportedCustomer, 'number'>; isConfirmed: boolean }
  | { what: 'header'; header: CustomerHeader }
  /** Nothing of the row goes in. */
  | { what: 'refused'; line: number; entry: string | null; reason: string }
  /** The customer goes in without this. */
  | { what: 'note'; note: string }

/** The customers of a CSV file, one row after the other. */
export async function* readCustomers(
  chunks: AsyncIterable<Buffer>,
  { locale, now }: { locale: Locale; now: Date },
): AsyncGenerator<CustomerReading> {
  let header: CustomerHeader | null = null
  let any = false
  for await (const row of csvRows(chunks, limits)) {
    if (header === null) {
      const read = readCustomerHeader(row.fields.map((field) => decodeStrictly(field) ?? ''))
      const faults = row.fault === null ? read.faults : [csvFaultText(row.fault, limits)]
      for (const reason of faults) yield { what: 'refused', line: row.line, entry: null, reason }
      if (faults.length > 0) return
      header = read
      yield { what: 'header', header }
      continue
    }
    if (row.fault === null && row.fields.every((field) => field.length === 0)) continue
    any = true
    const fault = whyUnread(row, header)
    if (fault === null) yield* readRow(row, header, locale, now)
    else yield { what: 'refused', line: row.faultLine, entry: null, reason: fault }
  }
  if (header === null) yield { what: 'refused', line: 1, entry: null, reason: 'the file is empty' }
  else if (!any)
    yield { what: 'refused', line: 1, entry: null, reason: 'nothing follows the first line of the file' }
}

function whyUnread(row: CsvRow, header: CustomerHeader): string | null {
  if (row.fault !== null) return csvFaultText(row.fault, limits)
  if (!row.fields.every(isUtf8)) return 'is not UTF-8 text'
  return row.fields.length === header.width
    ? null
    : `has ${row.fields.length} columns where the first line has ${header.width}`
}

/** Columns of an address that come from one of WooCommerce's two, never from both. */
const ofOneSide: ReadonlySet<CustomerColumn> = new Set([
  ...(['recipientFirst', 'recipientLast', 'company', 'country', 'region'] as const),
  ...(['city', 'line1', 'line2', 'postcode'] as const),
])

type Cell = (column: CustomerColumn) => string

/** The cells of a row by what they mean: of several the best one that is not empty. */
function cellsOf(fields: readonly Buffer[], { at, sides }: CustomerHeader): Cell {
  // Shopify puts an apostrophe before numbers, so that spreadsheets take them for text.
  const texts = fields.map((field) =>
    field
      .toString('utf8')
      .trim()
      .replace(/^'(?=[+\d])/, '')
      .replace(/\s*[\r\n]+\s*/g, ' '),
  )
  const hasStreet = (['line1', 'city'] as const).some((column) =>
    at.get(column)?.some((index) => sides[index] === 'shipping' && texts[index] !== ''),
  )
  const other: AddressSide = hasStreet ? 'billing' : 'shipping'
  return (column) => {
    for (const index of at.get(column) ?? []) {
      if (ofOneSide.has(column) && sides[index] === other) continue
      if (texts[index] !== '') return texts[index]!
    }
    return ''
  }
}

function* readRow(
  { line, fields }: CsvRow,
  header: CustomerHeader,
  shopLocale: Locale,
  now: Date,
): Generator<CustomerReading> {
  const { at, format } = header
  const cell = cellsOf(fields, header)
  const typed = cell('email')
  const refuse = (reason: string): CustomerReading => ({
    what: 'refused',
    line,
    entry: typed === '' ? null : typed,
    reason,
  })
  const bad = [...at.keys()].find((column) => unstorable(cell(column)) !== null)
  if (bad !== undefined) return yield refuse(`${bad} ${unstorable(cell(bad))}`)
  if (typed === '')
    return yield refuse('has no e-mail address, by whose mails alone a customer could show that it is theirs')
  const account = readAccount(typed, '')
  if (account?.kind !== 'email') return yield refuse(`${shown(typed)} is not an e-mail address`)
  const names = namesOf(cell)
  const long = (['firstName', 'lastName'] as const).find((column) => names[column].length > 100)
  if (long !== undefined) return yield refuse(`${long} has more than 100 characters`)
  const home = addressOf(cell, names)
  if (!home.ok) return yield refuse(home.reason)

  const password = cell('password')
  const birthday = dayOf(cell('birthday'), now)
  const createdAt = momentOf(cell('createdAt'), now)
  const isConfirmed = format === 'violet' && cell('newsletter').toLowerCase() === 'confirmed'
  const locale = cell('locale')
  const leftOut: [boolean, string][] = [
    [
      password !== '' && !isKnownFormat(password),
      'a password hash is of an unknown kind: its customer signs in with a code',
    ],
    [cell('birthday') !== '' && birthday === null, 'a birthday is not a day as 2001-12-31'],
    [
      cell('createdAt') !== '' && createdAt === null,
      'a day of sign-up is unreadable or in the future: the day of the import instead',
    ],
    [locale !== '' && !isLocale(locale), `a language is none that the shop knows: ${shopLocale} instead`],
    [
      home.address !== null && cell('country') !== '' && home.address.country === '',
      'a country is no code of two letters: its address has no country',
    ],
    [home.address === null && cell('phone') !== '', 'a telephone number has no address to go with: left out'],
    [
      !isConfirmed && /^(yes|true|1)$/i.test(cell('newsletter')),
      'a customer accepts marketing, without a confirmation that the shop could show',
    ],
  ]
  for (const [is, note] of leftOut) if (is) yield { what: 'note', note }
  yield {
    what: 'customer',
    line,
    isConfirmed,
    customer: {
      email: account.account,
      ...names,
      locale: isLocale(locale) ? locale : shopLocale,
      birthday,
      createdAt: (createdAt ?? now).toISOString(),
      passwordHash: isKnownFormat(password) ? password : null,
      address: home.address,
    },
  }
}

interface Names {
  firstName: string
  lastName: string
}

function namesOf(cell: Cell): Names {
  const names = { firstName: cell('firstName'), lastName: cell('lastName') }
  if (names.firstName !== '' || names.lastName !== '') return names
  // oxlint-disable-next-line house/slow-pattern -- a name in the merchant's own file
  const [, first = '', last = ''] = /^(.*?)(?:\s+(\S+))?$/.exec(cell('name'))!
  return { firstName: first, lastName: last }
}

function addressOf(
  cell: Cell,
  names: Names,
): { ok: true; address: Address | null } | { ok: false; reason: string } {
  if (cell('line1') === '' && cell('city') === '') return { ok: true, address: null }
  const country = cell('country').toUpperCase()
  const read = address.safeParse({
    // An address may be somebody else's, whose names then are beside it.
    ...(cell('recipientFirst') === '' && cell('recipientLast') === ''
      ? names
      : { firstName: cell('recipientFirst'), lastName: cell('recipientLast') }),
    company: cell('company'),
    country: /^[A-Z]{2}$/.test(country) ? country : '',
    region: cell('region'),
    city: cell('city'),
    district: cell('district'),
    line1: cell('line1'),
    line2: cell('line2'),
    postcode: cell('postcode'),
    countryCode: '',
    phone: cell('phone'),
  })
  if (read.success) return { ok: true, address: tidyPhone(read.data) }
  const [issue] = read.error.issues
  return { ok: false, reason: `${String(issue?.path[0] ?? 'the address')} is too long` }
}

/** A day of the past, as 2001-12-31; null for anything else. */
function dayOf(text: string, now: Date): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const at = new Date(`${text}T00:00:00Z`)
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
  return isDay && at < now && text >= '1900' ? text : null
}

/** WordPress writes `2020-01-31 17:03:00` in UTC; null for what is no moment of the past. */
function momentOf(text: string, now: Date): Date | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?/.exec(
    text,
  )
  if (match === null) return null
  const [, day = '', time = '00:00:00', zone = 'Z'] = match
  const at = new Date(`${day}T${time}${zone}`)
  return Number.isNaN(at.getTime()) || at > now || at.getUTCFullYear() < 1990 ? null : at
}
