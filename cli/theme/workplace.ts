import { hash, randomUUID } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { putPrivateFile } from '#platform/server/files/private-folder.ts'

/**
 * Tells the folder that `theme dev` follows from every other one, also from one of the same path on another machine. The
 * same after a restart: 64 hex digits.
 * @param folder a full path; links on the way to it make no difference
 */
export async function workplaceOf(folder: string, dataDir: string): Promise<string> {
  return hash('sha256', JSON.stringify([await nameOf(dataDir), await realpath(folder)]), 'hex')
}

/** A name of this folder of data, made when it is first needed. Machines may share a host name, and containers lose theirs. */
async function nameOf(dataDir: string): Promise<string> {
  const file = 'workplace'
  const known = await readFile(join(dataDir, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (known !== null) return known
  const made = randomUUID()
  await putPrivateFile(dataDir, file, made)
  return made
}
