import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/**
 * Copies films from one folder to another, both by the paths that the catalogue names; those that are there already with
 * their length and a later date stay. Returns the paths that are nowhere.
 */
export async function copyFilms(paths: readonly string[], from: string, to: string): Promise<string[]> {
  const missing: string[] = []
  for (const path of paths) {
    const source = join(from, ...path.split('/'))
    const target = join(to, ...path.split('/'))
    const [given, had] = await Promise.all([stats(source), stats(target)])
    if (given === null) {
      if (had === null) missing.push(path)
    } else if (had?.size !== given.size || had.mtimeMs < given.mtimeMs) {
      await mkdir(dirname(target), { recursive: true })
      await copyFile(source, target)
    }
  }
  return missing
}

/**
 * Removes what no product names any longer, unless it was put there after `before`: files are often there before the
 * catalogue speaks of them. Returns the paths.
 */
export async function removeFilms(folder: string, named: readonly string[], before: Date): Promise<string[]> {
  const kept = new Set(named)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const removed: string[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(folder, file).split(sep).join('/')
    const given = kept.has(path) ? null : await stats(file)
    // When it came to this disk: a copy may carry the date of its original.
    if (given === null || given.ctimeMs >= before.getTime()) continue
    await rm(file, { force: true })
    removed.push(path)
  }
  return removed
}

async function stats(path: string): Promise<{ size: number; mtimeMs: number; ctimeMs: number } | null> {
  return stat(path).catch(() => null)
}
