import { addPath, described, driveAdds, keptAnswer, pool, warmUp, window } from './calls.ts'
import type { CommitJob, Commits } from './commits.ts'
import { median, perSecond, type Row } from './figures.ts'
import type { Load } from './load.ts'
import type { Bench, Measure } from './measure.ts'
import { ask, serverCore, startScript } from './process.ts'

export const announcing: Measure = {
  name: 'announce',
  title: 'Commits that announce themselves',
  method:
    '1, 16 and 48 clients in the shop with 10 000 products. `/cart/add` as under “Calls”, which sends a live message for ' +
    'each cart after its commit; the limit is the bare commits of the same rows over as many connections as the shop ' +
    'has. Then the bare commits alone, each with a row of `cache_changes` as well, over a connection for each client as ' +
    'several nodes have them: the wake-up sent by a NOTIFY of the same transaction, and gathered and sent after the ' +
    'commit as the shop does it. One listener counts wake-ups. All take turns within each round.',
  run,
}

const counts = [1, 16, 48] as const
/** Calls per second by 16 clients, and the least share of them by 48. */
const target = { clients: 16, rate: 1_500, crowd: 48, share: 0.6 }
/** The least share of bare commits that is left when they announce themselves after the commit. */
const leastShare = 0.6

interface Round {
  add: Load
  /** Over the shop's number of connections. */
  limit: Commits
  /** Over a connection for each client. */
  bare: Commits
  inside: Commits
  after: Commits
}

async function run({ shops, rounds, say }: Bench): Promise<Row[]> {
  const shop = await shops.stocked()
  const kept = await keptAnswer(shop)
  const writer = startScript('commits.ts', serverCore)
  const commit = (clients: number, more: Partial<CommitJob>): Promise<Commits> =>
    ask<Commits>(writer, {
      url: shop.databaseUrl,
      connections: clients,
      clients,
      warmUp,
      window,
      order: null,
      ...kept,
      ...more,
    })
  const steps = (clients: number): { [Name in keyof Round]: () => Promise<Round[Name]> } => ({
    add: () => driveAdds(shop, clients),
    limit: () => commit(clients, { connections: Math.min(pool, clients) }),
    bare: () => commit(clients, {}),
    inside: () => commit(clients, { announce: 'inside' }),
    after: () => commit(clients, { announce: 'after' }),
  })
  const all = new Map<number, Round[]>(counts.map((clients) => [clients, []]))
  for (let n = 0; n < rounds; n++)
    for (const clients of counts) {
      const names = Object.keys(steps(clients)) as (keyof Round)[]
      const round: Partial<Round> = {}
      for (const name of n % 2 === 0 ? names : names.toReversed())
        Object.assign(round, { [name]: await steps(clients)[name]() })
      const { add, limit, bare, inside, after } = round as Round
      all.get(clients)!.push({ add, limit, bare, inside, after })
      say(
        `round ${n + 1}, ${clients} clients: add ${perSecond(add.rate)} of ${perSecond(limit.rate)}; bare commits ${perSecond(bare.rate)}, ` +
          `with NOTIFY inside ${perSecond(inside.rate)}, woken afterwards ${perSecond(after.rate)} (${perSecond(after.heard)} wake-ups)`,
      )
    }
  const alone = median(all.get(target.clients)!.map(({ add }) => add.rate))
  return counts.flatMap((clients) => rowsOf(clients, all.get(clients)!, alone))
}

/** @param alone the rate of additions that the crowd's is compared with */
function rowsOf(clients: number, rounds: readonly Round[], alone: number): Row[] {
  const by = `${clients} ${clients === 1 ? 'client' : 'clients'}`
  const rate = median(rounds.map(({ add }) => add.rate))
  const commits = (name: 'inside' | 'after', what: string, wanted: string): Row => {
    const share = median(rounds.map((round) => round[name].rate / round.bare.rate))
    const heard = perSecond(median(rounds.map((round) => round[name].heard)))
    return {
      what: `Bare commits, ${what}, ${by}`,
      limit: `without ${describedCommits(rounds.map(({ bare }) => bare))}`,
      figure: `${describedCommits(rounds.map((round) => round[name]))}; ${heard} wake-ups`,
      ratio: share.toFixed(2),
      target: wanted,
      ok: wanted === '' ? null : share >= leastShare,
    }
  }
  return [
    {
      what: `\`${addPath}\`, ${by}`,
      limit: `bare commits ${describedCommits(rounds.map(({ limit }) => limit))}`,
      figure: described(rounds.map(({ add }) => [add.rate, add.times[addPath]!])),
      ratio: median(rounds.map(({ add, limit }) => add.rate / limit.rate)).toFixed(2),
      ...wantedOf(clients, rate, alone),
    },
    commits('inside', 'NOTIFY inside', ''),
    commits('after', 'woken afterwards', `≥ ${leastShare} of those without`),
  ]
}

function wantedOf(clients: number, rate: number, alone: number): Pick<Row, 'target' | 'ok'> {
  if (clients === target.clients)
    return { target: `≥ ${target.rate.toLocaleString('en')}/s`, ok: rate >= target.rate }
  if (clients === target.crowd)
    return {
      target: `≥ ${target.share} of the rate of ${target.clients} clients`,
      ok: rate >= target.share * alone,
    }
  return { target: '', ok: null }
}

function describedCommits(all: readonly Commits[]): string {
  return described(all.map(({ rate, times }) => [rate, times]))
}
