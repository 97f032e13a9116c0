import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { atEnd } from '../../bench/cleanup.ts'
import { ensureBuilt } from '../../scripts/bootstrap/build.mjs'
import { proofs, type Proof } from './proofs.ts'

/*
 * Every proof, one after the other, each in a process of its own: one that fails or crashes stops no other. A result
 * is written when its proof has ended, so that a run that was interrupted goes on with the next. A failure is a result,
 * too: it is not tried again before `--anew`.
 */

export interface Result {
  name: string
  held: boolean
  commit: string
  seed: number
  /** When it ended, ISO 8601. */
  at: string
  seconds: number
  figures: string[]
}

type Described = Pick<Proof, 'proves' | 'figures'>

const page = 'docs/proofs.md'

/** Tells whether all held. */
export async function proveAll({
  names,
  minutes,
  seed,
  write,
  anew,
  say,
}: {
  /** Null for all. */
  names: readonly string[] | null
  /** Of the soak. */
  minutes: string
  seed: number
  write: boolean
  anew: boolean
  say: (line: string) => void
}): Promise<boolean> {
  if (git('status', '--porcelain', '--untracked-files=no', '--', '.', `:!${page}`) !== '')
    throw new Error('What is proven is proven of a commit: commit what has changed, or put it aside.')
  await ensureBuilt()
  const commit = git('rev-parse', 'HEAD')
  const folder = join('.cache', 'proofs', `${commit}-${seed}-${minutes}`)
  if (anew) await rm(folder, { recursive: true, force: true })
  const script = join(import.meta.dirname, 'prove.ts')
  const given = ['--seed', String(seed), '--minutes', minutes]
  const command = (name: string): string[] => [process.execPath, script, name, ...given]
  const chosen = Object.fromEntries(
    Object.entries(proofs).filter(([name]) => names === null || names.includes(name)),
  )
  const results = await runAll({ proofs: chosen, commit, seed, folder, command, say })
  if (write)
    await writeFile(page, pageOf(proofs, results, names === null ? '' : await readFile(page, 'utf8')))
  return results.every(({ held }) => held)
}

/** Runs what has no result in `folder` yet, and gives the results of all. */
export async function runAll(options: {
  proofs: Readonly<Record<string, Described>>
  commit: string
  seed: number
  folder: string
  /** The program of a proof and its arguments; its exit code tells whether it held. */
  command: (name: string) => readonly string[]
  say: (line: string) => void
}): Promise<Result[]> {
  const { commit, seed, folder, say } = options
  await mkdir(folder, { recursive: true })
  const results: Result[] = []
  for (const [name, { figures }] of Object.entries(options.proofs)) {
    const file = join(folder, `${name}.json`)
    const kept = await readFile(file, 'utf8').catch(() => null)
    if (kept !== null) {
      results.push(JSON.parse(kept) as Result)
      say(`${name}: ${verdict(results.at(-1)!)} before`)
      continue
    }
    say(`${name} …`)
    const begun = Date.now()
    const { held, lines } = await runOne(options.command(name), say)
    const result: Result = {
      name,
      held,
      commit,
      seed,
      at: new Date().toISOString(),
      seconds: Math.round((Date.now() - begun) / 1000),
      figures: figuresOf(lines, figures),
    }
    // Whole or not at all: half a result would be taken for one.
    await writeFile(`${file}.new`, JSON.stringify(result, null, 2))
    await rename(`${file}.new`, file)
    results.push(result)
    say(`${name}: ${verdict(result)} after ${result.seconds} s`)
  }
  return results
}

async function runOne(
  [program = '', ...args]: readonly string[],
  say: (line: string) => void,
): Promise<{ held: boolean; lines: string[] }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  // A run that is interrupted takes its proof along.
  atEnd(() => void child.kill())
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + stripVTControlCharacters(text)).slice(-1_000_000)
      say(text.trimEnd())
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { held: code === 0, lines: output.split('\n').filter((line) => line.trim() !== '') }
}

function figuresOf(lines: readonly string[], figures: number | RegExp): string[] {
  if (typeof figures === 'number') return lines.slice(-figures)
  return lines.flatMap((line) => figures.exec(line)?.[0].trim() ?? [])
}

/**
 * docs/proofs.md.
 * @param before the page as it stands: what was not run now stays as it was proven then; empty for a new page
 */
export function pageOf(
  described: Readonly<Record<string, Described>>,
  results: readonly Result[],
  before = '',
): string {
  const rows = new Map<string, string>()
  const parts = new Map<string, string>()
  for (const row of before.match(/^\| `.*$/gm) ?? []) rows.set(/`([^`]+)`/.exec(row)![1]!, row)
  for (const part of before.split(/^(?=## )/m).slice(1)) parts.set(/^## (.*)/.exec(part)![1]!, part.trimEnd())
  for (const result of results) {
    const { name, at, commit, seed, seconds, figures } = result
    const cells = [`\`${name}\``, verdict(result), at.slice(0, 10), commit.slice(0, 10), seed, `${seconds} s`]
    rows.set(name, `| ${cells.join(' | ')} |`)
    const text = figures.length > 0 ? [block(figures)] : []
    parts.set(name, [`## ${name}`, described[name]!.proves, ...text].join('\n\n'))
  }
  const names = Object.keys(described)
  return `# What is proven

Written by \`npm run prove -- all --write\`, or for some of them \`npm run prove -- <name> … --write\`. Each can be repeated: \`npm run prove -- <name> --seed <seed>\`.

| Proof | Result | Date | Commit | Seed | Duration |
| --- | --- | --- | --- | --- | --- |
${names.flatMap((name) => rows.get(name) ?? []).join('\n')}

${names.flatMap((name) => parts.get(name) ?? []).join('\n\n')}
`
}

function block(lines: readonly string[]): string {
  return ['```text', ...lines, '```'].join('\n')
}

function verdict({ held }: Result): string {
  return held ? 'held' : '**did not hold**'
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}
