import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#platform/server/db/db.ts'
import { addPages, saltOf, type PageRow } from './queries.ts'

/*
 * Reports wait here and are written together: a page that is looked at says so every ten seconds, and no visitor
 * waits for a row of statistics.
 */

/** Milliseconds from the first report to its row. */
const patience = 5_000
/** Visitor and page pairs; more than these in one patience are not counted. */
const most = 5_000
/** Rows of one statement. */
const batch = 500

export interface Report {
  /** IP and browser of the visitor. In memory until the row is written, and stored nowhere. */
  who: string
  path: string
  referer: string | null
  timezone: string | null
  at: Date
}

export interface Reports {
  /** False when it is full. */
  add(report: Report): boolean
  /** Resolves when everything that was added before has been written, or could not be. */
  flush(): Promise<void>
}

const buffers = new WeakMap<Db, Reports>()

/** The database's own buffer: one in each process. `failed` hears why rows could not be written. */
export function bufferOf(db: Db, failed: (error: unknown) => void): Reports {
  let buffer = buffers.get(db)
  if (!buffer) buffers.set(db, (buffer = createBuffer(db, failed)))
  return buffer
}

/** Writes what waits, where anything does: at the end of the process. */
export async function flushReports(db: Db): Promise<void> {
  await buffers.get(db)?.flush()
}

function createBuffer(db: Db, failed: (error: unknown) => void): Reports {
  let waiting = new Map<string, Report & { beats: number }>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let writing = Promise.resolve()
  const salts = new Map<string, Buffer>()

  const keyOf = async (day: string, who: string): Promise<Buffer> => {
    let salt = salts.get(day)
    if (!salt) {
      salts.clear()
      salts.set(day, (salt = await saltOf(db, day, randomBytes(32))))
    }
    return createHmac('sha256', salt).update(who).digest().subarray(0, 8)
  }

  const write = async (reports: readonly (Report & { beats: number })[]): Promise<void> => {
    const pages: PageRow[] = []
    for (const { who, path, referer, timezone, beats, at } of reports) {
      const day = dayOf(at)
      pages.push({ day, visitor: await keyOf(day, who), path, referer, timezone, beats, firstAt: at })
    }
    for (let from = 0; from < pages.length; from += batch) await addPages(db, pages.slice(from, from + batch))
  }

  const flush = async (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    const reports = [...waiting.values()]
    waiting = new Map()
    // One after the other; what could not be written is lost: statistics never hold the shop up.
    if (reports.length > 0) writing = writing.then(() => write(reports)).catch(failed)
    return writing
  }

  return {
    flush,
    add(report) {
      const key = `${dayOf(report.at)}\n${report.who}\n${report.path}`
      const known = waiting.get(key)
      if (known) known.beats += 1
      else if (waiting.size >= most) return false
      else waiting.set(key, { ...report, beats: 1 })
      timer ??= setTimeout(() => void flush(), patience).unref()
      return true
    },
  }
}

/** `2026-11-21`, by UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
