import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/*
 * What a shop stores is about people: no other user of the machine reads it. A folder that is there already stays as
 * it is, since it may be shared on purpose.
 */

/** Makes a folder that its owner alone may enter, and those above it that are missing. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
}

/**
 * Makes the folder of all data. Under root, PostgreSQL runs as another user, who passes through to the cluster's own
 * folder: that one may enter, and still read nothing.
 */
export async function makeDataFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}

/**
 * Writes a file that its owner alone reads into a private folder, which is made where it is missing. It is there whole
 * or not at all: a program may be watching.
 */
export async function putPrivateFile(folder: string, name: string, content: string | Buffer): Promise<void> {
  const half = join(folder, `.${randomUUID()}`)
  const write = (): Promise<void> => writeFile(half, content, { mode: 0o600 })
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await makePrivateFolder(folder)
    await write()
  })
  await rename(half, join(folder, name)).catch(async (error: unknown) => {
    await rm(half, { force: true })
    throw error
  })
}
