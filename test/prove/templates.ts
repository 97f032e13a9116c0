import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Liquid as Library } from 'liquidjs'
import { openLiquid } from '#platform/server/liquid/open-liquid.ts'
import { harmOf, hostileTemplates, workOf, type Hostile } from '../hostile-templates/hostile.ts'

/*
 * `npm run prove -- templates [--seconds N]`: hostile templates, several at once and each as if nobody had seen it
 * before, while a visitor has an honest one rendered again and again. Nobody waits longer for them than they may, the
 * event loop is not held up, and the program does not grow. At its end the library alone, in the program's own thread,
 * which has to be found.
 *
 * Source: what is known to stop Liquid engines (loops, ranges, doubling, recursion, inherited names), and what each tag
 * and filter of ours could be used for.
 * Size: all of `test/hostile-templates`, four at once, for half a minute.
 * Limits: one program without pages and database, run with the flags of the shop's server; memory is the program's own,
 * as the system counts it.
 */

export interface TemplatesOptions {
  seconds: number
  say: (line: string) => void
}

/** Milliseconds that another visitor may wait longer, at p99. */
const mostDelay = 50
/** Milliseconds within which a hostile template has its answer, at p99. */
const mostAnswer = 300
/** Megabytes that the program may have at its peak, over its peak with the honest visitor alone. */
const mostGrowth = 64
const atOnce = 4

export async function proveTemplates({ seconds, say }: TemplatesOptions): Promise<boolean> {
  const all = hostileTemplates()
  const faults: string[] = []
  const liquid = openLiquid({ log: { error: () => {}, warn: () => {} } })
  try {
    await liquid.start()
    const honest = workOf({ name: 'honest', source: card })
    let turn = 0
    // With other data each time, so that it is rendered.
    const visit = () => liquid.render({ ...honest, data: { ...honest.data, turn: (turn += 1) } })
    while (turn < 200) await visit()
    const quiet = await measured(visit, sleep(10_000))
    const ends: Record<string, number> = {}
    const answers: number[] = []
    const slowest = { name: '', ms: 0 }
    const beside = await measured(
      visit,
      attack(all, seconds, async (one, name) => {
        const began = performance.now()
        const result = await liquid.render(workOf({ ...one, name }))
        const ms = performance.now() - began
        answers.push(ms)
        if (ms > slowest.ms) Object.assign(slowest, { name: one.name, ms })
        const end = result.kind === 'rendered' ? 'rendered' : result.cause
        ends[end] = (ends[end] ?? 0) + 1
        if (result.kind !== 'rendered') return
        const harm = [result.html, ...result.parts.map(({ inner }) => inner ?? '')].flatMap(harmOf)
        if (one.faults !== null || harm.length > 0) faults.push(`${one.name} was rendered: ${harm.join(' ')}`)
      }),
    )
    const grown = (beside.most - quiet.most) / 1024 / 1024
    const longer = beside.p99 - quiet.p99
    if (beside.failed > 0) faults.push(`${beside.failed} honest templates were not rendered`)
    if (longer > mostDelay) faults.push(`a visitor waits ${longer.toFixed(1)} ms longer at p99`)
    if (beside.loop > mostDelay)
      faults.push(`the event loop stood still for ${beside.loop.toFixed(1)} ms at p99`)
    const answer = percentile(answers, 0.99)
    if (answer > mostAnswer) faults.push(`hostile ones were answered after ${answer.toFixed(0)} ms at p99`)
    if (grown > mostGrowth) faults.push(`the program grew by ${grown.toFixed(0)} MB`)
    say(
      `${answers.length} hostile templates of ${all.length} kinds in ${seconds} s: ${JSON.stringify(ends)}; answered after ${answer.toFixed(0)} ms at p99, the slowest (${slowest.name}) after ${slowest.ms.toFixed(0)} ms`,
    )
    say(
      `${beside.count} honest ones, p99 ${beside.p99.toFixed(1)} ms, ${quiet.p99.toFixed(1)} ms without them; event loop p99 ${beside.loop.toFixed(1)} ms; ${grown.toFixed(0)} MB more`,
    )
  } finally {
    await liquid.close()
  }
  for (const fault of [...new Set(faults)].slice(0, 20)) say(fault)
  say(`${faults.length} faults`)
  const isFound = await findsOwnThread(all)
  say(isFound ? 'the planted library in the own thread was found' : 'THE PLANTED LIBRARY WAS NOT FOUND')
  return faults.length === 0 && isFound
}

const card =
  '{{ turn }}<ul>{% for p in products %}<li><h3>{{ p.title }}</h3>{% price p %}</li>{% endfor %}</ul>'

/** Several at once, in turn, each in a theme that nobody has seen. */
async function attack(
  all: readonly Hostile[],
  seconds: number,
  strike: (one: Hostile, name: string) => Promise<void>,
): Promise<void> {
  const end = performance.now() + seconds * 1_000
  let next = 0
  const attacker = async (): Promise<void> => {
    while (performance.now() < end) {
      const one = all[next % all.length]!
      await strike(one, `${one.name} ${(next += 1)}`)
      // One that is answered at once comes again at once, as from a page that is asked for again and again.
      await sleep(1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, attacker))
}

interface Measured {
  count: number
  failed: number
  /** Milliseconds. */
  p99: number
  /** Milliseconds at p99 that the event loop was late. */
  loop: number
  /** Bytes at most. */
  most: number
}

/** What a visitor waits who has an honest template rendered every few milliseconds, until something is over. */
async function measured(visit: () => Promise<{ kind: string }>, over: Promise<unknown>): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const times: number[] = []
  let [failed, most, isOver] = [0, 0, false]
  const ending = over.finally(() => (isOver = true))
  delay.enable()
  while (!isOver) {
    const began = performance.now()
    const result = await visit()
    times.push(performance.now() - began)
    if (result.kind !== 'rendered') failed += 1
    most = Math.max(most, memory())
    await sleep(4)
  }
  delay.disable()
  await ending
  const p99 = percentile(times, 0.99)
  // What it measures is its own interval and what came on top.
  return { count: times.length, failed, p99, loop: Math.max(0, delay.percentile(99) / 1e6 - 5), most }
}

/** Whether the same measure finds the library with its own limits, in the thread that answers visitors. */
async function findsOwnThread(all: readonly Hostile[]): Promise<boolean> {
  const library = new Library({ memoryLimit: 1e7, renderLimit: 200, outputEscape: 'escape' })
  const sorts = all.filter(({ name }) => name === 'time/sorts-in-a-loop')
  const found = await measured(
    async () => ({ kind: 'rendered' }),
    attack(sorts, 2, async ({ source }) => {
      await library.parseAndRender(source, {}).catch(() => {})
    }),
  )
  return found.loop > mostDelay
}

/** Bytes of the program and its threads, without what its own heap has room for: that grows with any work. */
function memory(): number {
  const { rss, heapTotal, heapUsed } = process.memoryUsage()
  return rss - heapTotal + heapUsed
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Infinity
}
