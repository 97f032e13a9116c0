import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { ArchiveWriter } from './archive.ts'
import type { TarEntry } from './tar.ts'

/** Adds every file below the folder to the archive, and returns how many. */
export async function saveMedia(mediaDir: string, archive: ArchiveWriter): Promise<number> {
  let files = 0
  for (const path of await filesBelow(mediaDir)) {
    const file = await open(join(mediaDir, path), 'r').catch(unlessMissing)
    // Removed since the folder was read.
    if (file === null) continue
    try {
      const { size } = await file.stat()
      await archive.add(`media/${path.split(sep).join('/')}`, size, size === 0 ? [] : contentOf(file, size))
      files++
    } finally {
      await file.close()
    }
  }
  return files
}

function contentOf(file: FileHandle, size: number): AsyncIterable<Buffer> {
  return createReadStream('', { fd: file, autoClose: false, start: 0, end: size - 1 })
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing)
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length)
        .replace(/^[/\\]+/, ''),
    )
    .sort()
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/**
 * Writes a file of the archive below the folder. Done before the rows are committed: names are hashes of the
 * contents, so a file without its row is harmless. Throws on a name that leads outside of the folder.
 */
export async function putMediaFile(mediaDir: string, { name, body }: TarEntry): Promise<void> {
  const segments = name.split('/').slice(1)
  const odd = (segment: string) => ['', '.', '..'].includes(segment) || /[\\\0]/.test(segment)
  if (!name.startsWith('media/') || segments.some(odd))
    throw new Error(`it holds a file that is not ours: ${name}`)
  const path = join(mediaDir, ...segments)
  const unfinished = `${path}.unfinished-${process.pid}`
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(unfinished, body, { flush: true })
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
}
