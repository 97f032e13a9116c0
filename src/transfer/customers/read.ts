import { isUtf8 } from 'node:buffer'
import { readAccount } from '#features/account/rules/account-name.ts'
import { address, type Address } from '#features/postal/contract.ts'
import { tidyPhone } from '#features/postal/rules/phone.ts'
import type { ImportedCustomer } from '#features/account/queries/import.ts'
import { isLocale, type Locale } from '#i18n/locales.ts'
import { isKnownFormat } from '#platform/server/passwords/passwords.ts'
import { shown } from '#wire/shown-text.ts'
import { csvRows, type CsvFault, type CsvRow } from '../formats/csv.ts'
import { decodeStrictly, unstorable } from '../formats/text.ts'
import { readCustomerHeader, type CustomerColumn, type CustomerHeader } from './columns.ts'

/** Bytes of a row; a customer is not longer. */
const rowLimit = 64 * 1024
const limits = { row: rowLimit, columns: 500 }

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
      const faults = row.fault === null ? read.faults : [faultText(row.fault)]
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
  if (row.fault !== null) return faultText(row.fault)
  if (!row.fields.every(isUtf8)) return 'is not UTF-8 text'
  return row.fields.length === header.width
    ? null
    : `has ${row.fields.length} columns where the first line has ${header.width}`
}

function faultText(fault: CsvFault): string {
  return {
    too_large: `the row is larger than ${rowLimit / 1024} KB`,
    too_many_columns: `the row has more than ${limits.columns} columns`,
    stray_quote: 'there is text after a closing quote',
    open_quote: 'a quote is opened here and never closed: the file was cut, or a quote is missing',
  }[fault]
}

function* readRow(
  { line, fields }: CsvRow,
  { at, format }: CustomerHeader,
  shopLocale: Locale,
  now: Date,
): Generator<CustomerReading> {
  const cell = (column: CustomerColumn): string => {
    for (const index of at.get(column) ?? []) {
      // Shopify puts an apostrophe before numbers, so that spreadsheets take them for text.
      const text = fields[index]!.toString('utf8')
        .trim()
        .replace(/^'(?=[+\d])/, '')
      if (text !== '') return text
    }
    return ''
  }
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
  const long = (['firstName', 'lastName'] as const).find((column) => cell(column).length > 100)
  if (long !== undefined) return yield refuse(`${long} has more than 100 characters`)
  const home = addressOf(cell)
  if (!home.ok) return yield refuse(home.reason)

  const password = cell('password')
  if (password !== '' && !isKnownFormat(password))
    yield { what: 'note', note: 'a password hash is of an unknown kind: its customer signs in with a code' }
  const birthday = dayOf(cell('birthday'), now)
  if (birthday === null && cell('birthday') !== '')
    yield { what: 'note', note: 'a birthday is not a day as 2001-12-31' }
  const isConfirmed = format === 'violet' && cell('newsletter').toLowerCase() === 'confirmed'
  if (!isConfirmed && /^(yes|true|1)$/i.test(cell('newsletter')))
    yield {
      what: 'note',
      note: 'a customer accepts marketing, without a confirmation that the shop could show',
    }
  const locale = cell('locale')
  yield {
    what: 'customer',
    line,
    isConfirmed,
    customer: {
      email: account.account,
      firstName: cell('firstName'),
      lastName: cell('lastName'),
      locale: isLocale(locale) ? locale : shopLocale,
      birthday,
      createdAt: momentOf(cell('createdAt'), now).toISOString(),
      passwordHash: isKnownFormat(password) ? password : null,
      address: home.address,
    },
  }
}

function addressOf(
  cell: (column: CustomerColumn) => string,
): { ok: true; address: Address | null } | { ok: false; reason: string } {
  if (cell('line1') === '' && cell('city') === '') return { ok: true, address: null }
  const country = cell('country').toUpperCase()
  const read = address.safeParse({
    firstName: cell('firstName'),
    lastName: cell('lastName'),
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

/** WordPress writes `2020-01-31 17:03:00` in UTC; what is no moment of the past is now. */
function momentOf(text: string, now: Date): Date {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?/.exec(
    text,
  )
  if (match === null) return now
  const [, day = '', time = '00:00:00', zone = 'Z'] = match
  const at = new Date(`${day}T${time}${zone}`)
  return Number.isNaN(at.getTime()) || at > now || at.getUTCFullYear() < 1990 ? now : at
}
