/*
 * `npm run bench`: what the shop costs, each figure against its limit in the same run.
 *   npm run bench -- [names…] [--rounds N] [--write] [--first] [--profile FOLDER] [--data FOLDER] [--beside ORIGIN]
 * `--write` puts the tables into docs/benchmarks.md; `--first` goes before the machine's other programs (for root
 * only); `--profile` keeps the servers' CPU profiles. `scale` runs only when it is named: it makes a million products,
 * which `--data` keeps for the next time. `--beside` names another shop, of an older build, whose first paint is
 * measured by turns with this one's.
 */
import { spawnSync } from 'node:child_process'
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { accounts } from './accounts.ts'
import { announcing } from './announcing.ts'
import { axeFaults } from './axe.ts'
import { cachedPage } from './cached-page.ts'
import { calls } from './calls.ts'
import { wholeCheckouts } from './checkout/whole.ts'
import { endAll } from './cleanup.ts'
import { clientBytes } from './client-bytes.ts'
import { coldRender } from './cold-render.ts'
import { table } from './figures.ts'
import { lighthouse } from './lighthouse.ts'
import { live } from './live.ts'
import type { Bench } from './measure.ts'
import { memory } from './memory.ts'
import { firstPaint } from './phone/first-paint.ts'
import { root } from './process.ts'
import { writeReport, type Section } from './report.ts'
import { applications } from './returns.ts'
import { openShops } from './shop.ts'
import { scale } from './scale.ts'
import { startTime } from './start-time.ts'
import { submits } from './submits.ts'
import { coldLiquid } from './themes/cold-liquid.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    profile: { type: 'string' },
    first: { type: 'boolean', default: false },
    data: { type: 'string' },
    beside: { type: 'string' },
  },
})

/** In this order: the last one wears its shop out. */
const measures = [
  cachedPage,
  coldRender,
  coldLiquid,
  calls,
  announcing,
  live,
  submits,
  wholeCheckouts,
  applications,
  accounts,
  startTime,
  lighthouse,
  firstPaint(values.beside ?? null),
  axeFaults,
  clientBytes,
  memory,
]

const rounds = Number(values.rounds)
const nodeOptions = values.profile === undefined ? '' : `--cpu-prof --cpu-prof-dir=${resolve(values.profile)}`
const known = [...measures, scale(values.data ?? null, nodeOptions)]
const unknown = positionals.filter((name) => !known.some((measure) => measure.name === name))
if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(
    `usage: npm run bench -- [${known.map(({ name }) => name).join(' | ')} …] [--rounds N] [--write] [--first] [--profile FOLDER] [--data FOLDER] [--beside ORIGIN]`,
  )
  process.exit(2)
}

// Whatever is started from here inherits it.
if (values.first) setPriority(-20)
try {
  process.exitCode = (await main()) ? 0 : 1
} finally {
  await endAll()
}

/** True when every target was held. */
async function main(): Promise<boolean> {
  // The operator's program builds what is stale before it says anything.
  const built = spawnSync(process.execPath, ['scripts/violet.mjs', '--version'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (built.status !== 0) throw new Error('the shop could not be built')

  const say = (line: string): void => console.log(`  ${line}`)
  const bench: Bench = { shops: openShops({ nodeOptions, say }), rounds, say }
  const chosen = positionals.length === 0 ? measures : known.filter(({ name }) => positionals.includes(name))
  const sections: Section[] = []
  for (const measure of chosen) {
    console.log(`\n${measure.title}`)
    const rows = await measure.run(bench)
    console.log(`\n${table(rows)}`)
    sections.push({ measure, rows })
  }
  const judged = sections.flatMap(({ rows }) => rows.flatMap(({ ok }) => ok ?? []))
  const held = judged.filter(Boolean).length
  console.log(`\n${held} of ${judged.length} targets held`)
  if (values.write) {
    const order = known.map(({ title }) => title)
    await writeReport(sections, order, { rounds, databaseUrl: (await bench.shops.demo()).databaseUrl })
  }
  return held === judged.length
}
