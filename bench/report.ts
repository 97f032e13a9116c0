import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { chromiumVersion } from './chromium.ts'
import { table, type Row } from './figures.ts'
import type { Measure } from './measure.ts'
import { canPin, root } from './process.ts'

export interface Section {
  measure: Measure
  rows: readonly Row[]
}

const file = join(root, 'docs/benchmarks.md')

const introduction = `# Benchmarks

Written by \`npm run bench -- --write\`; do not edit. \`npm run bench -- cached cold --rounds 9\` measures some things only
and more often; each section says when and on what it was measured.

A figure is worth something beside its limit, which is measured in the same run on the same machine, by turns: the machine is
seldom alone, and what disturbs one disturbs the other. Figures are medians of the rounds. A row without a target is there to be
looked at.
`

/** Puts these sections into docs/benchmarks.md; sections that were not measured now stay as they were. */
export async function writeReport(
  sections: readonly Section[],
  order: readonly string[],
  run: { rounds: number; databaseUrl: string },
): Promise<void> {
  const when = `Measured ${new Date().toISOString().slice(0, 10)}, ${run.rounds} rounds.`
  const database = await databaseVersion(run.databaseUrl)
  const texts = splitSections(await readFile(file, 'utf8').catch(() => ''))
  for (const { measure, rows } of sections) {
    const where = machine(database, measure.isUnbound === true || !canPin)
    texts.set(
      measure.title,
      `## ${measure.title}\n\n${measure.method}\n\n${table(rows)}\n\n${when} ${where}\n`,
    )
  }
  const ordered = order.flatMap((title) => texts.get(title) ?? [])
  await writeFile(file, [introduction, ...ordered].join('\n'))
}

function splitSections(document: string): Map<string, string> {
  const [, ...parts] = document.split(/^## /m)
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), `## ${part.trimEnd()}\n`]))
}

function machine(database: string, isUnbound: boolean): string {
  const processors = cpus()
  const gigabytes = Math.round(totalmem() / 1e9)
  const parts = [
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB`,
    `${process.platform} ${release().split('-')[0]}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${database}`,
    chromiumVersion(),
    isUnbound ? 'nothing bound to a core' : 'server and load each on a core of its own',
    `load average at the end ${loadavg()[0]!.toFixed(1)}`,
  ]
  return `${parts.join('; ')}.`
}

async function databaseVersion(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]!.server_version
  } finally {
    await client.end()
  }
}
