import { mkdir } from 'node:fs/promises'

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
