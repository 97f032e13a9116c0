import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { servedWith } from '../../scripts/bootstrap/served.mjs'
import { proveRefunds } from '../oracle/million-refunds.ts'
import { provePricing } from '../oracle/million.ts'
import { plantedRefunds } from '../oracle/planted-refunds.ts'
import { proveDiskFull } from './disk-full.ts'
import { proveFuzz } from './fuzz/fuzz.ts'
import { proveHistory } from './history/history-proof.ts'
import { proveReturnsKilled } from './killed-returns.ts'
import { proveKilled } from './killed.ts'
import { provePayments } from './payments.ts'
import { conserve, coupons, identical, oversell, proveSelling, type Selling } from './selling.ts'
import { proveSlowClients } from './slow-clients.ts'
import { proveSoak } from './soak.ts'
import { findsPatience, proveStalled } from './stalled.ts'

/** One promise of the shop, and how it is tried. */
export interface Proof {
  /** In a sentence. */
  proves: string
  /** About so long on two cores. */
  takes: string
  /** So many of its last lines are its figures; or what to take out of each line that has some. */
  figures: number | RegExp
  /** Whether `--planted` is for it: the others plant their bug by themselves, or have none. */
  plants?: true
  /** The files of browser tests that it takes whole. */
  specs?: readonly string[]
  /** The files, or beginnings of their names, of tests without a browser that it takes whole. */
  tests?: readonly string[]
  /** Tells whether it held. */
  run: (options: ProofOptions) => boolean | Promise<boolean>
}

export interface ProofOptions {
  seed: number
  /** Null: as many as the proof has by itself. */
  seeds: number | null
  /** Of the fuzzer, for each seed. */
  cases: number
  /** That PostgreSQL is stopped, or slow clients come. Null: as long as the proof has by itself. */
  seconds: number | null
  carts: number
  histories: number
  orders: number
  /** Connection string of a shop whose books are read as they stand. */
  database: string | null
  kills: number
  databaseKills: number
  /** Of the soak. */
  minutes: number
  /** A small file system that may be filled; null: one is mounted. */
  disk: string | null
  /** Plants the bug of the proof, which then has to fail. */
  isPlanted: boolean
  port: number
  /** The folder that `npm run build` filled. */
  build: string
  say: (line: string) => void
}

/** Every proof there is: `npm run prove -- all` runs them in this order, the short ones first. */
export const proofs: Readonly<Record<string, Proof>> = {
  pricing: {
    proves: 'The shop and an oracle written apart from it price a million random carts alike.',
    takes: '2 min',
    figures: 1,
    run: provePricing,
  },
  refunds: {
    proves:
      'The shop and an oracle written apart from it refund a million random histories alike, and no more than was paid.',
    takes: '8 min',
    figures: 1 + Object.keys(plantedRefunds).length,
    run: ({ carts, ...options }) => proveRefunds({ ...options, histories: carts }),
  },
  history: {
    proves: 'After a made-up day, 16 people at once, the books break no rule.',
    takes: '1 min',
    figures: 1,
    run: proveHistory,
  },
  steps: {
    proves:
      'Each statement of ordering, paying, giving back and returning fails once: all or nothing is done, and the second try succeeds.',
    takes: '1 min',
    figures: /\S.*: \d+ failures of .*|Tests\s+\d.*/,
    ...inProcess('database', 'test/prove/steps'),
  },
  payments: {
    proves: 'Payments that chance makes up end with the books of the bank; no changed webhook is taken.',
    takes: '3 min',
    figures: 3,
    run: provePayments,
  },
  identical: {
    proves: 'The same submit two hundred times is one order and one payment.',
    takes: '1 min',
    figures: 6,
    plants: true,
    run: selling(identical),
  },
  coupons: {
    proves: 'A coupon is used as often as it may be, by a thousand buyers at once.',
    takes: '2 min',
    figures: 6,
    plants: true,
    run: selling(coupons),
  },
  conserve: {
    proves: 'Five thousand buyers at once on two servers: no unit and no cent is lost.',
    takes: '2 min',
    figures: 3,
    plants: true,
    run: selling(conserve),
  },
  oversell: {
    proves: 'Of ten thousand buyers of a hundred units exactly a hundred get one.',
    takes: '10 min',
    figures: 12,
    plants: true,
    run: selling(oversell),
  },
  stalled: {
    proves:
      'PostgreSQL is stopped for half a minute: every answer comes in six seconds, and the shop heals in one.',
    takes: '2 min',
    figures: 4,
    run: async ({ seconds, ...options }) => {
      const holds = await proveStalled({ ...options, seconds: seconds ?? 30 })
      const isFound = await findsPatience(options)
      options.say(isFound ? 'the planted patience was found' : 'THE PLANTED PATIENCE WAS NOT FOUND')
      return holds && isFound
    },
  },
  'disk-full': {
    proves:
      'The disk is full: pages are read, what cannot be written is answered so, and all heals by itself.',
    takes: '2 min',
    figures: 4,
    run: proveDiskFull,
  },
  'slow-clients': {
    proves: 'Six hundred clients that dribble or do not read are ended, and others hardly wait longer.',
    takes: '4 min',
    figures: 4,
    run: ({ seconds, say }) => proveSlowClients({ seconds: seconds ?? 60, say }),
  },
  templates: {
    proves:
      'Hostile templates, four at once, hold nobody up: each is answered in 300 ms, and the program does not grow.',
    takes: '1 min',
    figures: 4,
    run: ({ seconds }) => asServed('test/prove/templates-served.ts', [String(seconds ?? 30)]),
  },
  fuzz: {
    proves: 'Fifteen thousand malformed requests, upgrades and frames end nothing and break no answer.',
    takes: '8 min',
    figures: 7,
    run: ({ seeds, ...options }) => proveFuzz({ ...options, seeds: seeds ?? 3 }),
  },
  enumeration: {
    proves: 'Who asks for an account is answered alike, and as soon, whether there is one or not.',
    takes: '16 min',
    figures: /.*\d+ each, .*/,
    ...inProcess('database', 'src/app/safety/enumeration.test.ts'),
  },
  'import-killed': {
    proves: 'An import that is killed ten times leaves whole products, and its repeat completes it.',
    takes: '1 min',
    figures: vitestFigures(),
    ...inProcess('database', 'src/transfer/catalog/killed.test.ts'),
  },
  samples: {
    proves: 'Files of every kind, drafts and searches are tried with all that `npm test` takes a part of.',
    takes: '2 min',
    figures: vitestFigures(),
    ...inProcess(
      'database',
      'src/transfer/customers/import.test.ts',
      'src/transfer/catalog/damaged.test.ts',
      'src/app/themes/drafts.test.ts',
      'src/features/search/quality.test.ts',
    ),
  },
  crash: {
    proves: 'A server that is killed twenty times under shoppers and imports loses nothing it acknowledged.',
    takes: '3 min',
    figures: vitestFigures(),
    ...inProcess('server', 'e2e/server/crash.test.ts'),
  },
  naughty: {
    proves: 'Each string that breaks programs, in each text that a stranger may send, breaks nothing.',
    takes: '10 min',
    figures: /\d+ requests|Tests\s+\d.*/,
    ...inProcess('server', 'e2e/server/naughty.test.ts'),
  },
  'every-page': {
    proves: 'Every page is valid and accessible, in each language and width.',
    takes: '5 min',
    ...inBrowser('e2e/every-page.spec.ts'),
  },
  looks: {
    proves: 'Each part and page stands in each window, language, theme and reading mode, and is accessible.',
    takes: '6 min',
    ...inBrowser('e2e/gallery.spec.ts', 'e2e/browsing.spec.ts', 'e2e/themes.spec.ts'),
  },
  'every-route': {
    proves:
      'Every address answers in each language, with and without scripts, before and after it was renamed.',
    takes: '5 min',
    ...inBrowser('e2e/every-route.spec.ts', 'e2e/changed-routes.spec.ts'),
  },
  journeys: {
    proves:
      'One can buy in each language, width and way to pay, see to one’s orders, review, comment and write, with and without scripts.',
    takes: '6 min',
    ...inBrowser(
      'e2e/journeys.spec.ts',
      'e2e/aftersale/orders.spec.ts',
      'e2e/aftersale/reviews.spec.ts',
      'e2e/aftersale/articles.spec.ts',
      'e2e/aftersale/long-words.spec.ts',
    ),
  },
  choices: {
    proves:
      'Checkout, bank, product page and the parts of the gallery work in each width, with and without scripts.',
    takes: '4 min',
    ...inBrowser(
      'e2e/checkout.spec.ts',
      'e2e/placing.spec.ts',
      'e2e/parts.spec.ts',
      'e2e/parts/placed.spec.ts',
      'e2e/product.spec.ts',
    ),
  },
  returns: {
    proves:
      'One can return, exchange, claim and withdraw in each language and width, with and without scripts.',
    takes: '25 min',
    ...inBrowser('e2e/aftersale/returns.spec.ts'),
  },
  accounts: {
    proves: 'One can sign in in every way, change all that is one’s own and leave, with and without scripts.',
    takes: '10 min',
    ...inBrowser('e2e/account'),
  },
  killed: {
    proves:
      'Shop and PostgreSQL are killed 120 times: no order is lost, nobody is charged twice, nothing is stuck.',
    takes: '15 min',
    figures: 4,
    run: proveKilled,
  },
  'returns-killed': {
    proves:
      'Server, operator and PostgreSQL are killed 120 times under returns, refunds and exchanges: nothing is lost, nothing is given back twice.',
    takes: '10 min',
    figures: 4,
    run: proveReturnsKilled,
  },
  soak: {
    proves: 'After an hour of mixed shopping nothing grows but the books.',
    takes: '62 min',
    figures: /^(?:\d+ minutes|heap|handles|files|connections|waiting|rows|latency|the planted|THE PLANTED).*/,
    run: proveSoak,
  },
}

/** Why `--planted` would plant nothing; null: it plants the bug of each. */
export function plantsNothing(names: readonly string[], write: boolean): string | null {
  const able = Object.keys(proofs).filter((name) => proofs[name]!.plants === true)
  if (!write && names.length > 0 && names.every((name) => able.includes(name))) return null
  return `--planted is for ${able.join(', ')}, without --write: the others plant their bug by themselves, or have none.\n`
}

function selling(promise: Selling): Proof['run'] {
  return ({ seeds, ...options }) => proveSelling(promise, { ...options, seeds: seeds ?? 10 })
}

/** The tests without a browser of these files, with everything that the sample of `npm test` leaves out. */
function inProcess(project: string, ...tests: readonly string[]): Required<Pick<Proof, 'tests' | 'run'>> {
  const args = ['run', '--project', project, '--reporter=verbose', ...tests]
  return { tests, run: () => wholly('node_modules/vitest/vitest.mjs', args) }
}

function vitestFigures(): RegExp {
  return /Tests\s+\d.*/
}

/** The browser tests of these files or folders, with everything that the sample of `npm test` leaves out. */
function inBrowser(...specs: readonly string[]): Required<Pick<Proof, 'figures' | 'specs' | 'run'>> {
  return {
    figures: /^\s*\d+ (?:passed|failed|skipped|flaky|did not run).*/,
    specs,
    run: () => wholly('node_modules/@playwright/test/cli.js', ['test', '--reporter=list', ...specs]),
  }
}

/** Runs a proof in a process of its own, as `npm start` runs the server; what it prints is printed. */
async function asServed(program: string, args: readonly string[]): Promise<boolean> {
  const { flags, env } = servedWith(process.env)
  const child = spawn(process.execPath, [...flags, program, ...args], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

/** Runs tests with everything that `npm test` only takes a sample of; what they print is printed. */
async function wholly(program: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, VIOLET_PROVE: 'whole' },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
