import { stripVTControlCharacters } from 'node:util'
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** One thing that must hold of the whole project. */
export interface Guard {
  name: string
  /** The least number of things that it must have looked at: a guard that sees nothing also finds nothing. */
  floor: number
  /** It looks at the build: the guard `build` comes first. */
  readsBuild?: true
  /** Looks at the project in `root` and says what it saw. Throws when it could not look. */
  look(root: string): Promise<Sight>
}

export interface Sight {
  /** How many files, modules or bytes, whatever the guard counts, were looked at. */
  seen: number
  findings: readonly Finding[]
  /** Printed even when all is well. */
  table?: string
}

export interface Finding {
  rule: string
  /** Relative to the root, with forward slashes. */
  file: string
  line?: number
  text: string
}

/** `findings` in the form `file:line rule: text` that editors make clickable. */
export function describe({ rule, file, line, text }: Finding): string {
  return `${line === undefined ? file : `${file}:${line}`} ${rule}: ${text}`
}

export interface ToolRun {
  exitCode: number | null
  stdout: string
  stderr: string
}

/** Runs a program of node_modules, given by its script, in `root` with this very Node. */
export function runTool(root: string, script: string, args: readonly string[] = []): Promise<ToolRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
    child.once('error', reject)
    child.once('close', (exitCode) =>
      // Some colour their words in CI whatever they are told.
      resolve({
        exitCode,
        stdout: stripVTControlCharacters(stdout),
        stderr: stripVTControlCharacters(stderr),
      }),
    )
  })
}

/** The answer of a tool that was not understood: never to be taken for "nothing found". */
export function unreadable(tool: string, run: ToolRun): Error {
  return new Error(
    `${tool} ended with ${run.exitCode} and said:\n${run.stdout.slice(0, 4_000)}${run.stderr.slice(0, 4_000)}`,
  )
}
