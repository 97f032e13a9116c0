import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { operatorPath } from '../shop.ts'
import { Failure } from '../terminal.ts'

/** The path of a folder to write into. Throws a `Failure` where something is in it: nothing is written over. */
export async function emptyFolder(folder: string): Promise<string> {
  const path = operatorPath(folder)
  if (existsSync(path) && (await readdir(path).catch(() => ['a file'])).length > 0)
    throw new Failure(`${path} is not empty: name a folder that is not there yet`)
  return path
}

/** @param folder its path on this machine */
export async function writeFiles(folder: string, files: ThemeFiles): Promise<void> {
  for (const [path, content] of files) {
    const at = join(folder, path)
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, content)
  }
}
