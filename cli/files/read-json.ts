import { readFile } from 'node:fs/promises'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { Failure } from '../terminal.ts'

/** Throws a `Failure` that names the file: as the operator did, and by its path where it is not there. */
export async function readJson(file: string, name: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Failure(`${file} cannot be read: ${whyUnreadable(error)}`)
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Failure(
      `${name} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
