import { copyFile, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

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

async function stats(path: string): Promise<{ size: number; mtimeMs: number } | null> {
  return stat(path).catch(() => null)
}
