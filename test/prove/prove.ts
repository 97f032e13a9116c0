/*
 * `npm run prove -- <what> [--…]`: what the shop promises, tried until it breaks or does not; see proofs.ts.
 * `npm run prove -- all [--write]`: all of it, each in a process of its own. What was proven of this commit is kept, so
 * that an interrupted run goes on where it was; `--anew` forgets it, `--write` puts the results into docs/proofs.md.
 * `npm run prove -- <what> <what> --write`: these alone, and what the page says of the others stays.
 */
import { parseArgs } from 'node:util'
import { endAll } from '../../bench/cleanup.ts'
import { proveAll } from './all.ts'
import { plantsNothing, proofs, type ProofOptions } from './proofs.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string', default: '5000' },
    carts: { type: 'string', default: '1000000' },
    histories: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '100' },
    'database-kills': { type: 'string', default: '20' },
    port: { type: 'string', default: '4429' },
    seeds: { type: 'string' },
    build: { type: 'string', default: 'build' },
    orders: { type: 'string', default: '2000' },
    database: { type: 'string' },
    seconds: { type: 'string' },
    disk: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    planted: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    anew: { type: 'boolean', default: false },
  },
})
const options: ProofOptions = {
  carts: Number(values.carts),
  histories: Number(values.histories),
  seed: Number(values.seed),
  kills: Number(values.kills),
  databaseKills: Number(values['database-kills']),
  port: Number(values.port),
  seeds: values.seeds === undefined ? null : Number(values.seeds),
  build: values.build,
  orders: Number(values.orders),
  database: values.database ?? null,
  cases: Number(values.cases),
  seconds: values.seconds === undefined ? null : Number(values.seconds),
  disk: values.disk ?? null,
  minutes: Number(values.minutes),
  isPlanted: values.planted,
  say: (line) => void process.stdout.write(`${line}\n`),
}

const wanted = positionals.map((name) => proofs[name])
const isAll = positionals.length === 1 && positionals[0] === 'all'
const unplanted = values.planted ? plantsNothing(positionals, values.write) : null
if (unplanted !== null) {
  process.stderr.write(unplanted)
  process.exitCode = 2
} else if (isAll || (values.write && positionals.length > 0 && !wanted.includes(undefined))) {
  const names = isAll ? null : positionals
  const { write, anew, minutes } = values
  if (!(await proveAll({ ...options, names, minutes, write, anew }))) process.exitCode = 1
} else if (wanted.length === 0 || wanted.includes(undefined)) {
  process.stderr.write(usage())
  process.exitCode = 2
} else {
  try {
    for (const proof of wanted) if (!(await proof!.run(options))) process.exitCode = 1
  } finally {
    await endAll()
  }
}

function usage(): string {
  const lines = Object.entries(proofs).map(
    ([name, { proves, takes }]) => `  ${name.padEnd(14)} ${takes.padStart(6)}  ${proves}\n`,
  )
  return `usage: npm run prove -- all [--write] [--anew] [--seed N]
       npm run prove -- <what> … --write
       npm run prove -- <what> [--carts N] [--cases N] [--seconds N] [--minutes N] [--disk FOLDER] [--planted] [--histories N] [--kills N] [--database-kills N] [--port N] [--seed N] [--seeds N] [--build FOLDER] [--orders N] [--database URL]
${lines.join('')}`
}
