import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { filesOfLook, mostBytesOf, type Look, type ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { readJson } from '../files/read-json.ts'
import { operatorPath } from '../shop.ts'
import { Failure } from '../terminal.ts'
import { mostZipBytes, readZip, type ZipContent } from './read-zip.ts'

/** The themes shipped with the program, next to the build. */
const shipped = 'themes'

export async function shippedThemes(): Promise<string[]> {
  const found = await readdir(shipped, { withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** A theme as it was given: a folder has files that faults can name, a single JSON file has settings alone. */
export type GivenTheme =
  | { kind: 'folder'; name: string; files: ThemeFiles }
  | { kind: 'file'; name: string; look: Look }

/** Of one that comes with the shop, of a configuration file, of a ZIP file, or of a folder. */
export async function readTheme(name: string): Promise<GivenTheme> {
  const names = await shippedThemes()
  const isShipped = names.includes(name)
  const path = name === '-' ? '/dev/stdin' : isShipped ? join(shipped, name) : operatorPath(name)
  if (!existsSync(path))
    throw new Failure(`there is no theme ${name} (there are ${names.join(', ')}), and ${path} is not there`)
  if (name !== '-' && (await stat(path)).isDirectory())
    return { kind: 'folder', name: basename(path), files: await readFolder(path) }
  if (path.endsWith('.zip'))
    return { kind: 'folder', name: basename(path, '.zip'), files: await readZipFile(path) }
  const document = await readJson(path, name)
  if (typeof document !== 'object' || document === null || !('theme' in document))
    throw new Failure(`${name} is no theme: it must be a JSON object with the member "theme"`)
  const templates = 'templates' in document ? document.templates : {}
  const frame = 'frame' in document ? document.frame : {}
  return {
    kind: 'file',
    name: name === '-' ? 'theme' : basename(path, '.json'),
    look: { theme: document.theme, templates: templates as Look['templates'], frame },
  }
}

export async function readShipped(name: string): Promise<ThemeFiles> {
  const names = await shippedThemes()
  if (!names.includes(name)) throw new Failure(`there is no theme ${name}; there are ${names.join(', ')}`)
  return readFolder(join(shipped, name))
}

export async function readFolderOf(path: string): Promise<{ name: string; files: ThemeFiles }> {
  const folder = operatorPath(path)
  if (!existsSync(folder)) throw new Failure(`${folder} is not there`)
  if (!(await stat(folder)).isDirectory()) {
    const next = folder.endsWith('.zip') ? ': unpack it, or show it by violet theme use' : ''
    throw new Failure(`${folder} is no folder${next}`)
  }
  return { name: basename(folder), files: await readFolder(folder) }
}

/** The files of a folder or a ZIP file of another platform. */
export async function readForeign(name: string, content: ZipContent): Promise<ThemeFiles> {
  const path = operatorPath(name)
  if (!existsSync(path)) throw new Failure(`${path} is not there`)
  return (await stat(path)).isDirectory() ? readFolder(path, content) : readZipFile(path, content)
}

async function readZipFile(path: string, content?: ZipContent): Promise<ThemeFiles> {
  const { size } = await stat(path)
  if (size > mostZipBytes)
    throw new Failure(`${path} is too large: it has at most ${mostZipBytes / 1024 / 1024} MB`)
  const read = await readZip(await readFile(path), content)
  if (!read.ok) throw new Failure(`${path} is refused: ${read.problem}`)
  return read.value
}

/** The files of a theme that is known to be without faults. */
export function filesOf(given: GivenTheme): ThemeFiles {
  return given.kind === 'folder' ? given.files : filesOfLook(given.look)
}

/** A file that is too large is read to the byte after the last that it may have: enough to refuse it. */
async function readFolder(
  folder: string,
  { mostBytesOf: mostOf }: Pick<ZipContent, 'mostBytesOf'> = { mostBytesOf },
): Promise<ThemeFiles> {
  const files = new Map<string, Buffer>()
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const entries = found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({
      isFile: entry.isFile(),
      path: join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    }))
  for (const { path, isFile } of entries.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    // What an editor, a system or a version control leaves there is none of the theme's.
    if (path.split('/').some((part) => part.startsWith('.')) || path.endsWith('~')) continue
    // A theme of somebody else could show any file of this machine on a page.
    if (!isFile) throw new Failure(`${join(folder, path)} is a link or a device: a theme has files alone`)
    files.set(path, await readSome(join(folder, path), mostOf(path) ?? 0))
  }
  return files
}

async function readSome(path: string, most: number): Promise<Buffer> {
  try {
    const { size } = await stat(path)
    if (size > most) return Buffer.alloc(most + 1)
    return await readFile(path)
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${whyUnreadable(error)}`)
  }
}
