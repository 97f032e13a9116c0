import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { limits } from './limits.ts'
import { openPool, type Pool } from './pool.ts'
import { sizeOf } from './threads.ts'
import type { KnownNames, LiquidFault, LiquidResult, LiquidWork, Rendered, ThemeTexts } from './work.ts'

/** Renders the templates of merchants, and lives through whatever they are. */
export interface Liquid {
  /**
   * Never throws: what went wrong is a fault, and the page shows something else. Answered within 300 ms, unless the work
   * has more patience.
   */
  render(work: LiquidWork): Promise<LiquidResult>
  /**
   * All that is wrong with a theme's templates and words, before any of them is rendered.
   * @param knownFor the names of the shop that a file may use
   */
  check(files: ThemeTexts, knownFor: (file: string) => KnownNames): Promise<LiquidFault[]>
  /** Renders for a checker: in the threads of checks, with more time, and kept by nobody. */
  tryOut(work: LiquidWork): Promise<LiquidResult>
  /** Starts the threads: for a shop whose theme has templates, so that its first visitor waits for none. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface LiquidOptions {
  log: Pick<Logger, 'error' | 'warn'>
  /** Threads that render at once. None is started before the first template. */
  workers?: number
  /** Milliseconds of processor time that a template may take before its thread is ended. */
  runs?: number
  /** Milliseconds within which there is an answer, whatever it is. */
  answers?: number
  now?: () => number
}

/** A template that takes longer, or was ended, has to wait its turn among the untried ones. In milliseconds of processor time. */
const quick = 100
/** For how long a template that was ended is not tried again: the first time, and at most. In milliseconds. */
const pauses = { first: 10_000, most: 10 * 60_000 }

/** Milliseconds within which one file of a theme is checked. */
const checkTakes = 60_000

/** Characters of results that are kept. */
const mostKept = 3_000_000

interface Ended {
  fault: LiquidFault
  times: number
  until: number
}

export function openLiquid({
  log,
  workers = 2,
  runs = 250,
  answers = 280,
  now = () => performance.now(),
}: LiquidOptions): Liquid {
  const pool = openPool(log, { threads: workers, runs })
  const checks = openPool(log, { threads: 1, runs: 4 * runs })
  const ended = new LRUCache<string, Ended>({ max: 1_000 })
  /** What templates wrote of the same data: nothing that they can ask for changes it. */
  const kept = new LRUCache<string, LiquidResult>({ maxSize: mostKept })
  /** By a template and its place, the key of what it last wrote there. */
  const lastKeys = new LRUCache<string, string>({ max: 5_000 })
  const proven = new LRUCache<string, true>({ max: 1_000 })
  /** Those that are being tried: each settles when it is known how it ended. */
  const trials = new Map<string, Promise<void>>()

  /** It is not tried again for a while: longer each time, for it would take a thread from others each time. */
  function pause(id: string, fault: LiquidFault): void {
    const times = (ended.get(id)?.times ?? 0) + 1
    const pausing = Math.min(pauses.first * 2 ** (times - 1), pauses.most)
    ended.set(id, { fault, times, until: now() + pausing })
    proven.delete(id)
    log.warn({ file: fault.file, cause: fault.cause }, 'a template of the theme was ended')
  }

  async function tried(asked: Asked): Promise<LiquidResult> {
    const { id, work, data, until } = asked
    const { entry, files, words, lang, langPath, locales, currency, timeZone } = work
    const where = { lang, langPath, locales, currency, timeZone }
    const ask = { kind: 'render', entry, data, words: null, ...where } as const
    const turn = { isProven: proven.has(id), until }
    const { result: outcome, cpu, size } = await pool.run(ask, { theme: files, words }, turn)
    if (outcome.kind === 'busy' || outcome.kind === 'checked') return faulty(entry, 'busy', busyMessage)
    if (outcome.kind === 'lost') {
      const fault = faulty(entry, outcome.cause, messages[outcome.cause](runs))
      pause(id, withoutKind(fault))
      return fault
    }
    if (cpu > quick) proven.delete(id)
    else if (outcome.kind === 'rendered') proven.set(id, true)
    if (outcome.kind === 'rendered') {
      ended.delete(id)
      if (asked.place !== null) lastKeys.set(asked.place, asked.key)
    }
    kept.set(asked.key, outcome, { size: sizeOfEntry + size })
    return outcome
  }

  /** To its end, whether anybody still waits for it or not: how it ended counts. */
  async function attempt(asked: Asked): Promise<LiquidResult> {
    const { id } = asked
    // What nobody has seen end yet is tried once, however many ask for it.
    while (!proven.has(id) && trials.has(id)) await trials.get(id)
    const paused = ended.get(id)
    if (paused !== undefined && now() < paused.until) return { kind: 'fault', ...paused.fault }
    if (proven.has(id)) return tried(asked)
    const trial = Promise.withResolvers<void>()
    trials.set(id, trial.promise)
    try {
      return await tried(asked)
    } finally {
      trials.delete(id)
      trial.resolve()
    }
  }

  return {
    async render(work) {
      const { entry, files } = work
      if (isTooLarge(files)) return faulty(entry, 'limit', tooLargeMessage)
      const patience = work.patience ?? answers
      const asked = askedOf(work, patience)
      if (asked.data.length > limits.data) return faulty(entry, 'limit', tooMuchData)
      const known = kept.get(asked.key)
      if (known !== undefined) return known
      const deadline = Promise.withResolvers<LiquidResult>()
      // oxlint-disable-next-line house/guarded-listener -- settles a promise, and no more
      const timer = setTimeout(deadline.resolve, patience, faulty(entry, 'busy', busyMessage))
      try {
        const result = await Promise.race([attempt(asked), deadline.promise])
        const former = asked.place === null ? undefined : kept.get(lastKeys.get(asked.place) ?? '')
        return former?.kind === 'rendered' ? orFormer(result, former) : result
      } finally {
        clearTimeout(timer)
      }
    },

    ...checksBy(checks, 4 * runs),

    start: () => pool.start(),

    async close() {
      await Promise.all([pool.close(), checks.close()])
    },
  }
}

/** @param runs milliseconds of processor time that one may take */
function checksBy(checks: Pool, runs: number): Pick<Liquid, 'check' | 'tryOut'> {
  return {
    async check(files, knownFor) {
      if (isTooLarge(files)) return [withoutKind(faulty('', 'limit', tooLargeMessage))]
      // A snippet may be looked at from several files.
      const found = new Map<string, LiquidFault>()
      const add = (fault: LiquidFault): void =>
        void found.set(JSON.stringify([fault.file, fault.line, fault.message]), fault)
      for (const file of files.texts.keys()) {
        if (!file.endsWith('.liquid') && !file.startsWith('locales/')) continue
        const { result: outcome } = await checks.run(
          { kind: 'check', file, known: knownFor(file) },
          { theme: files, words: null },
          { isProven: false, until: performance.now() + checkTakes },
        )
        if (outcome.kind === 'checked') outcome.faults.forEach(add)
        else if (outcome.kind === 'lost')
          add(withoutKind(faulty(file, outcome.cause, messages[outcome.cause](runs))))
        else add(withoutKind(faulty(file, 'busy', busyMessage)))
      }
      return [...found.values()]
    },

    async tryOut(work) {
      const { entry, files, words, lang, langPath, locales, currency, timeZone } = work
      const data = JSON.stringify(work.data)
      if (data.length > limits.data) return faulty(entry, 'limit', tooMuchData)
      const given = { entry, data, words: null, lang, langPath, locales, currency, timeZone }
      const ask = { kind: 'render', ...given } as const
      const turn = { isProven: false, until: performance.now() + checkTakes }
      const { result: outcome } = await checks.run(ask, { theme: files, words }, turn)
      if (outcome.kind === 'rendered' || outcome.kind === 'fault') return outcome
      return outcome.kind === 'lost'
        ? faulty(entry, outcome.cause, messages[outcome.cause](runs))
        : faulty(entry, 'busy', busyMessage)
    },
  }
}

/** Themes whose texts were counted. */
const tooLarge = new WeakMap<ThemeTexts['texts'], boolean>()

function isTooLarge({ texts }: ThemeTexts): boolean {
  const known = tooLarge.get(texts)
  if (known !== undefined) return known
  const found = texts.size > limits.files || sizeOf(texts) > limits.theme
  tooLarge.set(texts, found)
  return found
}

interface Asked {
  work: LiquidWork
  /** Of the template. */
  id: string
  /** JSON */
  data: string
  /** Of the template with all that it shows: what it writes is the same for the same key. */
  key: string
  /** Of the template in its place; null for none. */
  place: string | null
  /** When nobody waits for it any more: by `performance.now`. */
  until: number
}

function askedOf(work: LiquidWork, patience: number): Asked {
  const { files, entry, words, lang, langPath, locales, currency, timeZone } = work
  const data = JSON.stringify(work.data)
  const id = `${files.hash} ${entry}`
  const setting = JSON.stringify([id, words?.hash ?? '', lang, langPath, locales, currency, timeZone])
  const place = work.place === undefined ? null : keyOf(setting, work.place)
  return { work, id, data, key: keyOf(setting, data), place, until: performance.now() + patience }
}

/** Of both, one after the other: a text of both would be another copy of all data. */
function keyOf(setting: string, rest: string): string {
  return createHash('sha1').update(setting).update(rest).digest('hex')
}

/** Characters that a result takes besides its own. */
const sizeOfEntry = 1_000

/** What a template last wrote in the same place, where only this moment keeps it from being rendered. */
function orFormer(result: LiquidResult, former: Rendered): LiquidResult {
  const isPassing = result.kind === 'fault' && passing.has(result.cause)
  return isPassing ? { ...former, isFormer: true } : result
}

/** Another moment, or other data, may have what these kept from being rendered. */
const passing: ReadonlySet<LiquidFault['cause']> = new Set(['busy', 'killed', 'memory'])

const messages = {
  killed: (ms: number) =>
    `it did not end within ${ms} ms: a loop runs too often, or a filter is given too much`,
  memory: () => 'it uses more memory than a template may: a text or a list grows without end',
}

const tooLargeMessage = `the theme has more than ${limits.theme} characters, or more than ${limits.files} files`

const tooMuchData = `the page has more than ${limits.data} characters of data`

const busyMessage = 'too many templates are being rendered at this moment: try again'

function faulty(file: string, cause: LiquidFault['cause'], message: string): { kind: 'fault' } & LiquidFault {
  return { kind: 'fault', cause, file, line: null, message }
}

function withoutKind({ cause, file, line, message }: LiquidFault): LiquidFault {
  return { cause, file, line, message }
}
