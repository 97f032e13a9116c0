import { createHash } from 'node:crypto'
import { watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { ThemeFault } from '#app/themes/theme-fault.ts'
import { storeTheme, type StoredTheme } from '#app/themes/versions.ts'
import { no, type Result } from '#domain/result.ts'
import { openMedia } from '#features/media/rules/open-media.ts'
import type { ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { isOpenToAll } from '#platform/server/network/loopback.ts'
import { operatorPath, withShop, type Shop } from '../shop.ts'
import { counted, Failure, say, writeOut } from '../terminal.ts'
import { readFolderOf } from './read-theme.ts'
import { lineOfFault } from './refuse.ts'

/* A theme that is being written: whatever is saved in its folder is shown by the shop on this machine. */

export function addDev(theme: Command): void {
  theme
    .command('dev')
    .description('show each version of a folder that is saved, until Ctrl+C; for a shop on this machine')
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
const calm = 60

/**
 * Publishes a folder, and again after each change in it, until the signal. One with faults changes nothing: they are
 * printed, and the next change is waited for. Throws a `Failure` where the folder cannot be watched or strangers can
 * come to the shop.
 */
export async function developTheme(
  shop: Pick<Shop, 'db' | 'config'>,
  folder: string,
  { json, signal }: { json: boolean; signal: AbortSignal },
): Promise<void> {
  const { mode, publicUrl } = shop.config
  if (mode === 'production' && isOpenToAll(publicUrl))
    throw new Failure(
      'strangers can come to this shop, and would see each step: show a finished theme by `violet theme push`',
    )
  await readFolderOf(folder)
  let changed = Promise.withResolvers<void>()
  const wake = (): void => changed.resolve()
  signal.addEventListener('abort', wake, { once: true })
  const watcher = watch(operatorPath(folder), { recursive: true })
  watcher.on('change', wake)
  watcher.on('error', (error) => say(`The folder is no longer watched: ${error.message}`))
  let shown = ''
  try {
    while (!signal.aborted) {
      // What changes from here on is another round's.
      changed = Promise.withResolvers<void>()
      shown = await publishChanged(shop, folder, { json, shown })
      if (!signal.aborted) await changed.promise
      await sleep(calm)
    }
  } finally {
    watcher.close()
  }
}

/** Publishes a folder unless it is what was seen last. Gives what was seen now. */
async function publishChanged(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  folder: string,
  { json, shown }: { json: boolean; shown: string },
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
  if (seen === shown) return seen
  const stored = await storeTheme(db, read.files, {
    name: read.name,
    now: new Date(),
    media: () => openMedia(config.mediaDir),
    isDraft: false,
  })
  await report(stored, { json, began })
  return seen
}

async function report(
  stored: Result<StoredTheme, ThemeFault[]>,
  { json, began }: { json: boolean; began: number },
): Promise<void> {
  const ms = Math.round(performance.now() - began)
  if (!stored.ok) {
    const faults = stored.problem
    await writeOut(
      json
        ? `${JSON.stringify({ ok: false, faults })}\n`
        : `${counted(faults.length, 'fault')}, nothing is changed:\n${faults.map(lineOfFault).join('\n')}\n`,
    )
    return
  }
  const { version, config } = stored.value
  await writeOut(
    json
      ? `${JSON.stringify({ ok: true, theme: version, version: config })}\n`
      : `Version ${version} is shown, after ${ms} ms\n`,
  )
}

function digestOf(files: ThemeFiles): string {
  const hash = createHash('sha256')
  for (const [path, content] of files) hash.update(JSON.stringify([path, content.byteLength])).update(content)
  return hash.digest('hex')
}
