import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const words = new Map([
  ['ENOENT', 'it is not there'],
  ['ENOTDIR', 'it is not there'],
  ['EACCES', 'it may not be read'],
  ['EISDIR', 'it is a folder'],
])

/** Why a file that the operator names cannot be read, in words. */
export function whyUnreadable(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return words.get((error as NodeJS.ErrnoException).code ?? '') ?? error.message
}

/** Throws where no file of this name can be written, before the work is done that it is for. */
export async function expectRoomFor(file: string): Promise<void> {
  const folder = dirname(file)
  const found = await stat(folder).catch(() => null)
  if (found === null) throw new Error(`the folder ${folder} is not there: make it, or name another one`)
  if (!found.isDirectory()) throw new Error(`${folder} is a file: name a folder before the file's name`)
  if ((await stat(file).catch(() => null))?.isDirectory() === true)
    throw new Error(`${file} is a folder: name a file in it`)
}

/**
 * Throws where a file of this name was written by something else: it may be all that somebody has of it.
 * @param begins what a file that may be replaced begins with, byte for byte
 */
export async function expectOwnFile(file: string, begins: RegExp): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (found === null || !found.isFile() || found.size === 0) return
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64)
    if (!begins.test(buffer.toString('latin1', 0, bytesRead)))
      throw new Error(`${file} is there already, and this command did not write it: name another file`)
  } finally {
    await handle.close()
  }
}
