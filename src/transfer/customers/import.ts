import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { no, ok, type Result } from '#domain/result.ts'
import { insertImported, takenEmails, type ImportedCustomer } from '#features/account/queries/import.ts'
import { newCustomerNumber } from '#features/account/rules/customer-number.ts'
import { erasedAmong, unmarkErased } from '#features/account/rules/erased-emails.ts'
import { takeOverSubscribers } from '#features/newsletter/queries.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import type { CustomerFormat } from './columns.ts'
import { readCustomers } from './read.ts'

export interface CustomerImportOptions {
  path: string
  now: Date
  /** Of customers whose row names none. */
  locale: Locale
  /** Reports what an import would do, and keeps nothing. */
  dryRun: boolean
  /** Takes those in, too, who were erased. */
  revive: boolean
  /** @param share of the file that was read, 0 to 1 */
  onProgress(report: CustomerImportReport, share: number): void
}

export interface CustomerImportReport {
  /** Null for a file whose first line could not be read. */
  format: CustomerFormat | null
  added: number
  /** Customers with the e-mail address were there before, or further up in the file: they stay as they are. */
  there: number
  refused: number
  /** Were erased, and stay out unless they are revived. */
  erased: number
  /** Of those, the first ones. */
  erasedRows: { line: number; entry: string }[]
  /** Subscribed to the newsletter, which they had confirmed. */
  subscribed: number
  problems: { line: number; entry: string | null; reason: string }[]
  /** The number of problems beyond those listed. */
  moreProblems: number
  notes: { note: string; count: number }[]
  /** Columns of the file that no customer has anything of. */
  unread: string[]
  /** False for a dry run. */
  applied: boolean
  ms: number
}

export interface UnreadableFile {
  name: 'unreadable'
  path: string
  reason: string
}

/** Customers of one transaction: what was written when an import is cut short stays, and the next one goes on. */
const batchSize = 500
const mostProblems = 1_000

type Wanted = Omit<ImportedCustomer, 'number'> & { line: number; isConfirmed: boolean }

/**
 * Brings customers of another shop in. Those that are there are never changed: an import can be repeated, and its file
 * is no way into anybody's account. Nor does it bring back who was erased, unless it is told to.
 */
export async function importCustomers(
  db: Database,
  options: CustomerImportOptions,
): Promise<Result<CustomerImportReport, UnreadableFile>> {
  const { path, now, locale, dryRun, revive } = options
  const started = performance.now()
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error)
  if (found instanceof Error) return no({ name: 'unreadable', path, reason: reasonOf(found) })
  if (!found.isFile()) return no({ name: 'unreadable', path, reason: 'it is not a file' })
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 })
  const report = emptyReport(!dryRun)
  const notes = new Map<string, number>()

  const run = async (write: (batch: readonly Wanted[]) => Promise<void>): Promise<void> => {
    let batch: Wanted[] = []
    const flush = async (): Promise<void> => {
      await write(batch)
      batch = []
      options.onProgress(report, found.size === 0 ? 1 : stream.bytesRead / found.size)
    }
    for await (const reading of readCustomers(stream, { locale, now })) {
      if (reading.what === 'header')
        Object.assign(report, { format: reading.header.format, unread: reading.header.unread })
      else if (reading.what === 'note') notes.set(reading.note, (notes.get(reading.note) ?? 0) + 1)
      else if (reading.what === 'refused') refuse(report, reading)
      else batch.push({ ...reading.customer, line: reading.line, isConfirmed: reading.isConfirmed })
      if (batch.length === batchSize) await flush()
    }
    if (batch.length > 0) await flush()
  }
  try {
    // A dry run is one transaction, so that it sees what it has written itself.
    if (dryRun)
      await db.transact(async (tx) => {
        await run((batch) => writeBatch(tx, batch, { now, revive }, report))
        return no({ name: 'dry_run' })
      })
    else
      await run(async (batch) => {
        const { added, there, erased, erasedRows, subscribed } = report
        await db.transact(async (tx) => {
          // A transaction that is repeated counts its batch once.
          Object.assign(report, { added, there, erased, erasedRows, subscribed })
          await writeBatch(tx, batch, { now, revive }, report)
          return ok(null)
        })
      })
  } finally {
    stream.destroy()
  }
  report.notes = [...notes].map(([note, count]) => ({ note, count }))
  report.ms = Math.round(performance.now() - started)
  return ok(report)
}

function emptyReport(applied: boolean): CustomerImportReport {
  return {
    ...{ format: null, added: 0, there: 0, refused: 0, erased: 0, erasedRows: [], subscribed: 0 },
    ...{ problems: [], moreProblems: 0, notes: [], unread: [], applied, ms: 0 },
  }
}

function refuse(
  report: CustomerImportReport,
  { line, entry, reason }: CustomerImportReport['problems'][number],
): void {
  report.refused += 1
  if (report.problems.length < mostProblems) report.problems.push({ line, entry, reason })
  else report.moreProblems += 1
}

async function writeBatch(
  tx: Tx,
  batch: readonly Wanted[],
  { now, revive }: { now: Date; revive: boolean },
  report: CustomerImportReport,
): Promise<void> {
  const byEmail = new Map<string, Wanted>()
  for (const customer of batch) if (!byEmail.has(customer.email)) byEmail.set(customer.email, customer)
  const taken = await takenEmails(tx, [...byEmail.keys()])
  const unknown = [...byEmail.values()].filter(({ email }) => !taken.has(email))
  const erased = await erasedAmong(
    tx,
    unknown.map(({ email }) => email),
  )
  if (revive) await unmarkErased(tx, [...erased])
  const fresh = revive ? unknown : unknown.filter(({ email }) => !erased.has(email))
  for (let left = fresh; left.length > 0;) {
    const numbered = left.map(({ line: _line, isConfirmed: _, ...customer }) => ({
      ...customer,
      number: newCustomerNumber(),
    }))
    const done = new Set(await insertImported(tx, numbered, now))
    left = left.filter(({ email }) => !done.has(email))
  }
  const confirmed = fresh.filter(({ isConfirmed }) => isConfirmed)
  report.subscribed += await takeOverSubscribers(tx, confirmed, now)
  const out = revive ? [] : batch.filter(({ email }) => erased.has(email))
  const listed = out.slice(0, mostProblems - report.erasedRows.length)
  report.erasedRows = [...report.erasedRows, ...listed.map(({ line, email }) => ({ line, entry: email }))]
  report.erased += out.length
  report.added += fresh.length
  report.there += batch.length - fresh.length - out.length
}

function reasonOf(error: NodeJS.ErrnoException): string {
  return { ENOENT: 'it is not there', EACCES: 'it may not be read' }[error.code ?? ''] ?? error.message
}
