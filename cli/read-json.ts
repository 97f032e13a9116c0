import { readFile } from 'node:fs/promises'
import { Failure } from './terminal.ts'

/** Throws a `Failure` that names the file as the operator did. */
export async function readJson(file: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new Failure(
      `${name} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
