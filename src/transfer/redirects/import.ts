import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { no, ok, type Result } from '#domain/result.ts'
import {
  storeRedirects,
  type StoredRedirects,
  type StoreOptions,
  type WantedRedirect,
} from '#features/redirects/shop.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { printable } from '#wire/shown-text.ts'
import { readRedirects } from './read.ts'

export interface RedirectImportReport extends StoredRedirects {
  /** False for a dry run. */
  applied: boolean
}

/**
 * Brings the redirects of a file in: rows that are sound are stored, the others are reported by line.
 * @param source the file's path, or its bytes
 */
export async function importRedirects(
  db: Database,
  source: string | AsyncIterable<Buffer>,
  options: StoreOptions & { dryRun: boolean },
): Promise<Result<RedirectImportReport, { reason: string }>> {
  if (typeof source === 'string') {
    const found = await stat(source).catch((error: NodeJS.ErrnoException) => error)
    if (found instanceof Error) return no({ reason: whyUnreadable(found) })
    if (!found.isFile()) return no({ reason: 'it is not a file' })
  }
  const chunks = typeof source === 'string' ? createReadStream(source) : source
  const run = async (tx: Tx) => storeFrom(tx, chunks, options)
  if (!options.dryRun) return ok({ ...(await db.transact(run)), applied: true })
  // A refusal rolls back.
  const { problem } = await db.transact(async (tx) => no(await run(tx)))
  return ok({ ...problem, applied: false })
}

/** The same from bytes, in a transaction of the caller's. */
export async function storeFrom(
  tx: Tx,
  chunks: AsyncIterable<Buffer>,
  options: StoreOptions,
): Promise<StoredRedirects> {
  const wanted: WantedRedirect[] = []
  const unread: StoredRedirects['refused'] = []
  for await (const reading of readRedirects(chunks)) {
    if (reading.what === 'redirect') wanted.push(reading.redirect)
    else unread.push({ line: reading.line, from: '', reason: reading.reason })
  }
  const stored = await storeRedirects(tx, wanted, options)
  const refused = [...unread, ...stored.refused].sort((a, b) => a.line - b.line)
  return {
    ...stored,
    refused: refused.map((one) => ({ ...one, from: printable(one.from.slice(0, 120)) })),
  }
}
