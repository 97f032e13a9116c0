import type { Database, Db, Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { shown } from '#wire/shown-text.ts'
import { mostPatterns, mostRedirects, redirectStatuses, type Redirect } from './contract.ts'
import { allRedirects, deleteRedirect, lockRedirects, putRedirects } from './queries.ts'
import { redirectsTag } from './rules/lookup.ts'
import { readSource, readTarget, targetKey, wildcardsIn } from './rules/paths.ts'
import { openWays, type Way, type Ways } from './rules/ways.ts'

/** The pages of the shop, as whoever stores redirects has to know them. */
export interface ShopPages {
  /** The shop's own host, where it is known: its URLs are paths. */
  host: string | null
  /** Why no redirect may lead from this path, or to it; null where it may. */
  fault(path: string, end: 'source' | 'target'): string | null
  /** Those of the paths at which a page answers. */
  live(db: Db, paths: readonly string[]): Promise<ReadonlySet<string>>
}

/** A redirect as somebody wrote it. */
export interface WantedRedirect {
  from: string
  to: string
  status: string
  line: number
}

export interface StoreOptions {
  pages: ShopPages
  /** Paths of live pages are taken as well: the redirect answers once the page is gone. */
  force: boolean
  now: Date
}

export interface StoredRedirects {
  added: number
  changed: number
  same: number
  refused: { line: number; from: string; reason: string }[]
  /** Paths of live pages that were taken all the same. */
  overLive: string[]
  /** Targets at which no page answers. */
  nowhere: string[]
}

type Checked = Redirect & { line: number; from: string }

/** Stores redirects that are sound by themselves and together with all others of the shop; refuses the rest. */
export async function storeRedirects(
  tx: Tx,
  wanted: readonly WantedRedirect[],
  options: StoreOptions,
): Promise<StoredRedirects> {
  await lockRedirects(tx)
  const report: StoredRedirects = { added: 0, changed: 0, same: 0, refused: [], overLive: [], nowhere: [] }
  const refuse = ({ line, from }: WantedRedirect | Checked, reason: string): void =>
    void report.refused.push({ line, from, reason })
  const there = new Map((await allRedirects(tx)).map((redirect) => [redirect.source, redirect]))
  const read = readAll(wanted, options.pages, refuse)
  const changes = [...read.values()].filter((redirect) => {
    const isSame = isEqual(there.get(redirect.source), redirect)
    if (isSame) report.same++
    return !isSame
  })

  const sound = await refuseLive(tx, changes, options, report, refuse)
  const fitting = refuseBeyondLimits(refuseWays(sound, there, refuse), there, refuse)
  for (const { source } of fitting) report[there.has(source) ? 'changed' : 'added']++
  report.refused.sort((a, b) => a.line - b.line)
  report.nowhere = await nowhere(tx, fitting, options.pages)
  if (fitting.length === 0) return report
  await putRedirects(tx, fitting.map(plain), options.now)
  await announceChanges(tx, [redirectsTag], true)
  return report
}

/** Whether there was one for this path. */
export function removeRedirect(db: Database, from: string, host: string | null): Promise<boolean> {
  const source = readSource(from, host)
  return db.transact(async (tx) => {
    const isGone = source.ok && (await deleteRedirect(tx, source.value))
    if (isGone) await announceChanges(tx, [redirectsTag], true)
    return isGone
  })
}

type Refuse = (redirect: WantedRedirect | Checked, reason: string) => void

/** Each by its own words alone; of two with one source the first. */
function readAll(
  wanted: readonly WantedRedirect[],
  pages: ShopPages,
  refuse: Refuse,
): ReadonlyMap<string, Checked> {
  const read = new Map<string, Checked>()
  for (const one of wanted) {
    const source = readSource(one.from, pages.host)
    const target = readTarget(one.to, source.ok ? wildcardsIn(source.value) : 9, pages.host)
    const status = redirectStatuses.find((known) => String(known) === one.status)
    if (!source.ok || !target.ok || status === undefined) {
      const faults = [source, target].flatMap((end) => (end.ok ? [] : [end.problem]))
      if (status === undefined)
        faults.push(`the status is ${shown(one.status)}: only 301 and 308 lead on for good`)
      refuse(one, faults.join('; '))
      continue
    }
    const fault = pages.fault(source.value, 'source') ?? pages.fault(targetKey(target.value), 'target')
    const redirect = { source: source.value, target: target.value, status, line: one.line, from: one.from }
    const before = read.get(redirect.source)
    if (fault !== null) refuse(one, fault)
    else if (before === undefined) read.set(redirect.source, redirect)
    else if (!isEqual(before, redirect)) refuse(one, `the path has another redirect in line ${before.line}`)
  }
  return read
}

function isEqual(one: Redirect | undefined, other: Redirect): boolean {
  return one?.target === other.target && one.status === other.status
}

function plain({ source, target, status }: Redirect): Redirect {
  return { source, target, status }
}

async function refuseLive(
  tx: Tx,
  redirects: readonly Checked[],
  { pages, force }: StoreOptions,
  report: StoredRedirects,
  refuse: Refuse,
): Promise<Checked[]> {
  const exact = redirects.filter(({ source }) => wildcardsIn(source) === 0)
  const live = await pages.live(
    tx,
    exact.map(({ source }) => source),
  )
  if (force) {
    report.overLive = exact.flatMap(({ source }) => (live.has(source) ? [source] : []))
    return [...redirects]
  }
  return redirects.filter((redirect) => {
    const isLive = live.has(redirect.source)
    if (isLive) refuse(redirect, 'a page of the shop answers there (--force: once that page is gone)')
    return !isLive
  })
}

/** Refuses loops, and redirects that only lead to the next one: each costs visitors a round trip. */
function refuseWays(
  redirects: readonly Checked[],
  there: ReadonlyMap<string, Redirect>,
  refuse: Refuse,
): Checked[] {
  const replaced = new Set(redirects.map(({ source }) => source))
  const staying = [...there.values()].filter(({ source }) => !replaced.has(source))
  const ways = openWays([...staying, ...redirects])
  const leading = leadingThere(staying, replaced, ways)
  return redirects.filter((redirect) => {
    const way = ways.beyond(redirect) ?? leading.get(redirect.source) ?? null
    if (way !== null) refuse(redirect, wayText(way))
    return way === null
  })
}

/** Redirects of the shop whose ways would lead on by a new one, by its source. */
function leadingThere(
  staying: readonly Redirect[],
  added: ReadonlySet<string>,
  ways: Ways,
): ReadonlyMap<string, Way> {
  if (added.size === 0) return new Map()
  return new Map(
    staying.flatMap((redirect): [string, Way][] => {
      const way = ways.beyond(redirect)
      return way !== null && added.has(way.next.source) ? [[way.next.source, way]] : []
    }),
  )
}

function wayText({ paths, isLoop }: Way): string {
  const way = paths.join(' → ')
  if (isLoop) return `it leads round in a loop: ${way}`
  return `two redirects in a row: ${way}; let ${paths[0]!} lead to ${paths.at(-1)!}`
}

function refuseBeyondLimits(
  redirects: readonly Checked[],
  there: ReadonlyMap<string, Redirect>,
  refuse: Refuse,
): Checked[] {
  let count = there.size
  let patterns = [...there.keys()].filter((source) => wildcardsIn(source) > 0).length
  return redirects.filter((redirect) => {
    if (there.has(redirect.source)) return true
    const isPattern = wildcardsIn(redirect.source) > 0
    const reason =
      count >= mostRedirects
        ? `the shop has ${mostRedirects} redirects, and takes no more`
        : isPattern && patterns >= mostPatterns
          ? `the shop has ${mostPatterns} redirects with a *, and takes no more of them`
          : null
    if (reason !== null) refuse(redirect, reason)
    else {
      count++
      if (isPattern) patterns++
    }
    return reason === null
  })
}

/** Targets without a page. Those of patterns depend on the path. */
async function nowhere(tx: Tx, redirects: readonly Redirect[], pages: ShopPages): Promise<string[]> {
  const exact = redirects.filter(({ source }) => wildcardsIn(source) === 0)
  const paths = exact.map(({ target }) => target.replace(/[?#].*$/s, ''))
  const live = await pages.live(tx, paths)
  return [...new Set(paths.filter((path) => !live.has(path)))]
}
