import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What git does not keep (the same names as in .gitignore) and what breaks the rules on purpose. */
export const notOurs: readonly string[] = [
  'node_modules',
  'build',
  '.data',
  '.cache',
  'coverage',
  '.env',
  '.git',
  'test/canaries',
]

const largest = 4 * 1024 * 1024

/** The paths of the project's files below `root`, relative, with forward slashes, in order. */
export async function projectFiles(root: string, wanted: RegExp = /./): Promise<string[]> {
  const found: string[] = []
  await collect(root, '', found)
  return found.filter((file) => wanted.test(file)).sort()
}

async function collect(root: string, folder: string, found: string[]): Promise<void> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (notOurs.includes(path) || entry.name === 'node_modules' || entry.name.endsWith('.log')) continue
    if (entry.isDirectory()) await collect(root, path, found)
    else if (entry.isFile()) found.push(path)
  }
}

/** The text of a file, or null when it is a picture, a font or the like, or too large to be written by hand. */
export async function textOf(root: string, file: string): Promise<string | null> {
  if ((await stat(join(root, file))).size > largest) return null
  const bytes = await readFile(join(root, file))
  return bytes.subarray(0, 8_000).includes(0) ? null : bytes.toString('utf8')
}
