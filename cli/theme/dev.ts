import { createHash } from 'node:crypto'
import { existsSync, watch, type FSWatcher } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { ThemeFault } from '#app/themes/theme-fault.ts'
import { linkToWorking } from '#app/themes/draft-links.ts'
import { quietly } from '#app/themes/liquid-faults.ts'
import { storeTheme, type StoredTheme } from '#app/themes/versions.ts'
import { no, type Result } from '#domain/result.ts'
import { openMedia } from '#features/media/rules/open-media.ts'
import { shopOrigin } from '#features/shop/origin.ts'
import type { ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { openLiquid, type Liquid } from '#platform/server/liquid/open-liquid.ts'
import { operatorPath, withShop, type Shop } from '../shop.ts'
import { counted, Failure, say, writeOut } from '../terminal.ts'
import { readFolderOf } from './read-theme.ts'
import { linesOfFaults, sayHints } from './refuse.ts'
import { workplaceOf } from './workplace.ts'

/*
 * A theme that is being written: whatever is saved in its folder is the draft that a link shows, and shoppers see none
 * of it. All saves of one folder are one version, which each of them replaces.
 */

export function addDev(theme: Command): void {
  theme
    .command('dev')
    .description('print a link to a draft that is the folder as it was saved last, until Ctrl+C')
    .argument('<folder>', 'with theme.json, templates/, sections/ and so on')
    .option('--json', 'print each result as one line of JSON', false)
    .action(dev)
}

async function dev(folder: string, { json }: { json: boolean }): Promise<void> {
  const ending = new AbortController()
  const end = (): void => ending.abort()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  try {
    await withShop((shop) => developTheme(shop, folder, { json, signal: ending.signal }))
  } finally {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}

/** Milliseconds without a change before the folder is read: an editor saves in several steps. */
const calm = 20

/**
 * Stores a folder as a draft, and again after each change in it, until the signal. One with faults changes nothing:
 * they are printed, and the next change is waited for. Throws a `Failure` where the folder cannot be watched.
 */
export async function developTheme(
  shop: Pick<Shop, 'db' | 'config'>,
  folder: string,
  { json, signal }: { json: boolean; signal: AbortSignal },
): Promise<void> {
  await readFolderOf(folder)
  let changed = Promise.withResolvers<void>()
  const wake = (): void => changed.resolve()
  signal.addEventListener('abort', wake, { once: true })
  const watched = watchFolders(operatorPath(folder), wake)
  // One for all saves: to start its threads takes longer than to check a theme.
  const engine = openLiquid(quietly)
  const workplace = await workplaceOf(operatorPath(folder), shop.config.dataDir)
  const link = { url: '' }
  let seen = ''
  try {
    while (!signal.aborted) {
      // What changes from here on is another round's.
      changed = Promise.withResolvers<void>()
      await watched.follow()
      seen = await storeChanged({ ...shop, engine, workplace, link }, folder, { json, seen })
      if (!signal.aborted) await changed.promise
      await sleep(calm)
    }
  } finally {
    watched.close()
    await engine.close()
  }
}

/**
 * Watches each folder by itself: where Node watches a whole tree, it no longer hears of a file that an editor has
 * replaced by renaming another.
 */
function watchFolders(root: string, wake: () => void): { follow(): Promise<void>; close(): void } {
  const watchers = new Map<string, FSWatcher>()
  const end = (folder: string): void => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const begin = (folder: string): void => {
    if (watchers.has(folder)) return
    const watcher = watch(folder)
    watchers.set(folder, watcher)
    watcher.on('change', wake)
    watcher.on('error', (error) => {
      end(folder)
      say(`The folder ${folder} is no longer watched: ${error.message}`)
    })
  }
  begin(root)
  return {
    async follow() {
      // A folder may go while its parent is read.
      const inside = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
      const there = new Set([root])
      for (const entry of inside) if (entry.isDirectory()) there.add(join(entry.parentPath, entry.name))
      for (const folder of watchers.keys()) if (!there.has(folder)) end(folder)
      for (const folder of there) if (existsSync(folder)) begin(folder)
    },
    close() {
      for (const folder of watchers.keys()) end(folder)
    },
  }
}

interface Developing extends Pick<Shop, 'db' | 'config'> {
  engine: Liquid
  workplace: string
  /** `` until something was stored. */
  link: { url: string }
}

/** Stores a folder unless it is what was seen last. Gives what was seen now. */
async function storeChanged(
  { db, config, engine, workplace, link }: Developing,
  folder: string,
  { json, seen: before }: { json: boolean; seen: string },
): Promise<string> {
  const began = performance.now()
  const read = await readFolderOf(folder).catch((error: unknown) => {
    // A file that is being replaced at this moment: its new one is another change.
    if (error instanceof Failure) return error
    throw error
  })
  if (read instanceof Failure) {
    await report(no([{ path: '', reason: read.message }]), { json, began })
    return ''
  }
  const seen = digestOf(read.files)
  if (seen === before) return seen
  const now = new Date()
  const stored = await storeTheme(db, read.files, {
    name: read.name,
    now,
    media: () => openMedia(config.mediaDir),
    isDraft: true,
    workplace,
    engine,
  })
  const isFirst = link.url === '' && stored.ok
  // What is stored next is shown by the same link.
  if (isFirst) {
    const origin = await shopOrigin(db, config)
    link.url = (await linkToWorking(db, { version: stored.value.version, origin }, now)).url
  }
  await report(stored, { json, began, link: isFirst ? link.url : null })
  return seen
}

async function report(
  stored: Result<StoredTheme, ThemeFault[]>,
  { json, began, link = null }: { json: boolean; began: number; link?: string | null },
): Promise<void> {
  const ms = Math.round(performance.now() - began)
  if (!stored.ok) {
    const faults = stored.problem
    await writeOut(
      json
        ? `${JSON.stringify({ ok: false, faults })}\n`
        : `${counted(faults.length, 'fault')}, nothing is changed:\n${linesOfFaults(faults)}\n`,
    )
    return
  }
  const { version, hints } = stored.value
  sayHints(hints, { json })
  await writeOut(
    json
      ? `${JSON.stringify({ ok: true, theme: version, hints, ...(link === null ? {} : { link }) })}\n`
      : `${link === null ? '' : `See it at ${link}\n`}Version ${version} is the draft, after ${ms} ms\n`,
  )
}

function digestOf(files: ThemeFiles): string {
  const hash = createHash('sha256')
  for (const [path, content] of files) hash.update(JSON.stringify([path, content.byteLength])).update(content)
  return hash.digest('hex')
}
