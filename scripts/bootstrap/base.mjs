/*
 * What the commands do before the program itself can run: packages, the pinned Node, the build. Plain JavaScript
 * for whatever Node (20 or newer) the machine has, with nothing but its own modules: nothing else is there yet.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const modules = join(root, 'node_modules')
export const windows = process.platform === 'win32'
export const pinnedNode = join(modules, 'node', 'bin', windows ? 'node.exe' : 'node')

/** Something is lacking that the commands cannot supply themselves; the message is one line that says what. */
export class Lacking extends Error {}

/** Runs a command; what is lacking becomes one line and exit code 1. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Lacking)) throw error
    say(error.message)
    process.exitCode = 1
  }
}

/** Progress goes to stderr: stdout belongs to the program. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** "12.3 s" since a Date.now(). */
export function since(begun) {
  return `${((Date.now() - begun) / 1000).toFixed(1)} s`
}

export function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** For notes to ourselves: a read-only image goes without them. */
export function writeIfAllowed(file, text) {
  try {
    writeFileSync(file, text)
  } catch {
    // Then the work that the note would spare is done again.
  }
}
