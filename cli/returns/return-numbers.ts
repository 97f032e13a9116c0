import { readFile } from 'node:fs/promises'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { operatorPath } from '../shop.ts'
import { Failure } from '../terminal.ts'

/** Numbers from the command line and from a file, each once. Lines that are empty or begin with # are none. */
export async function readNumbers(given: readonly string[], file: string | undefined): Promise<string[]> {
  const text = file === undefined ? '' : await textOf(file)
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const numbers = [...given, ...lines.filter((line) => line !== '' && !line.startsWith('#'))]
  if (numbers.length === 0) throw new Failure('name a return, or a file of them by --file')
  return [...new Set(numbers)]
}

async function textOf(file: string): Promise<string> {
  if (file === '-') return standardInput()
  try {
    return await readFile(operatorPath(file), 'utf8')
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${whyUnreadable(error)}`)
  }
}

async function standardInput(): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
