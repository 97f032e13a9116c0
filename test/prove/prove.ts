/*
 * `npm run prove -- <what> [--…]`: what the shop promises about money, stock and strangers, tried until it breaks or does not.
 */
import { parseArgs } from 'node:util'
import { endAll } from '../../bench/cleanup.ts'
import { provePricing } from '../oracle/million.ts'
import { proveFuzz } from './fuzz.ts'
import { proveHistory } from './history-proof.ts'
import { proveKilled } from './killed.ts'
import { provePayments } from './payments.ts'
import { proveStalled } from './stalled.ts'
import { proveConserve, proveCoupons, proveIdentical, proveOversell, type SellingOptions } from './selling.ts'

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
    seconds: { type: 'string', default: '30' },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const selling: SellingOptions = {
  seeds: Number(values.seeds ?? 10),
  seed: Number(values.seed),
  build: values.build,
  say,
}

/** Each answers whether it held. */
const proofs: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
  pricing: () => provePricing({ carts: Number(values.carts), seed: Number(values.seed), say }),
  history: () =>
    proveHistory({
      orders: Number(values.orders),
      seed: Number(values.seed),
      database: values.database ?? null,
      say,
    }),
  fuzz: () =>
    proveFuzz({
      cases: Number(values.cases),
      seed: Number(values.seed),
      seeds: Number(values.seeds ?? 3),
      say,
    }),
  payments: () => provePayments({ histories: Number(values.histories), seed: Number(values.seed), say }),
  killed: () =>
    proveKilled({
      kills: Number(values.kills),
      databaseKills: Number(values['database-kills']),
      seed: Number(values.seed),
      build: values.build,
      port: Number(values.port),
      say,
    }),
  stalled: () =>
    proveStalled({
      seconds: Number(values.seconds),
      build: values.build,
      port: Number(values.port),
      say,
    }),
  oversell: () => proveOversell(selling),
  conserve: () => proveConserve(selling),
  identical: () => proveIdentical(selling),
  coupons: () => proveCoupons(selling),
}

const wanted = positionals.map((name) => proofs[name])
if (wanted.length === 0 || wanted.includes(undefined)) {
  process.stderr.write(
    `usage: npm run prove -- ${Object.keys(proofs).join(' | ')} [--carts N] [--cases N] [--histories N] [--kills N] [--database-kills N] [--port N] [--seed N] [--seeds N] [--build FOLDER] [--orders N] [--database URL] [--seconds N]\n`,
  )
  process.exitCode = 2
} else {
  try {
    for (const proof of wanted) if (!(await proof!())) process.exitCode = 1
  } finally {
    await endAll()
  }
}
