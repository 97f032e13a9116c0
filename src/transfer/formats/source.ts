import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** A catalogue file. It is read more than once, so a pipe will not do. */
export interface CatalogSource {
  /** As the operator knows it. */
  name: string
  /** Bytes. */
  size: number
  open(): AsyncIterable<Buffer>
}

/** The files of a path: the file itself, or the .json and .csv files of a folder by name. Throws what `stat` throws. */
export async function catalogSources(path: string): Promise<CatalogSource[]> {
  const found = await stat(path)
  if (!found.isDirectory()) return [{ name: path, size: found.size, open: () => bytesOf(path) }]
  const names = (await readdir(path)).filter((name) => /\.(json|csv)$/i.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const file = join(path, name)
      return { name: file, size: (await stat(file)).size, open: () => bytesOf(file) }
    }),
  )
}

/** A file that a command writes for itself, such as the one entry that it changes. */
export function textSource(name: string, text: string): CatalogSource {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, open: () => Readable.from([bytes]) }
}

function bytesOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: 256 * 1024 })
}
