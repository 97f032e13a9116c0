import { randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../threads/lower-priority.ts'
import { Budget } from './budget.ts'
import { checkOutput } from './checked-output.ts'
import { faultOf } from './faults.ts'
import { checkFile } from './static-check.ts'
import { openTheme, type Theme } from './theme.ts'
import { type Job, thaw } from './values.ts'
import { openWords } from './words.ts'
import type { PartRequest, ThreadAnswer, ThreadResult, ThreadTask } from './work.ts'

/* Renders merchants' templates, one after the other, in a thread of its own that may be ended at any moment. */

const { safeHtmlKey, nicer } = workerData as { safeHtmlKey: string; nicer: number }
lowerPriority(nicer)
const themes = new Map<string, Theme>()
const shopWords = new Map<string, Parameters<typeof openWords>[1]>()

// oxlint-disable-next-line house/guarded-listener -- a throw ends this thread alone, and is what its task fails with
parentPort!.on('message', (task: ThreadTask) => {
  const before = process.threadCpuUsage()
  const result = resultOf(task)
  const { user, system } = process.threadCpuUsage(before)
  parentPort!.postMessage({
    kind: 'answer',
    id: task.id,
    result,
    cpu: (user + system) / 1000,
  } satisfies ThreadAnswer)
})
warmUp()
parentPort!.postMessage({ kind: 'ready', thread: ownThread() } satisfies ThreadAnswer)

function resultOf(task: ThreadTask): ThreadResult {
  for (const hash of task.drop) {
    themes.delete(hash)
    shopWords.delete(hash)
  }
  const { ask } = task
  const theme = themeOf(task)
  if (ask.kind === 'check') return { kind: 'checked', faults: checkFile(theme, ask.file, ask.known) }
  try {
    return render(theme, ask)
  } catch (error) {
    return { kind: 'fault', ...faultOf(error, ask.entry) }
  }
}

function themeOf({ theme: { hash, texts } }: Pick<ThreadTask, 'theme'>): Theme {
  if (texts !== null) themes.set(hash, openTheme(texts))
  const theme = themes.get(hash)
  if (theme === undefined) throw new Error('a theme was not sent along')
  return theme
}

type Render = Extract<ThreadTask['ask'], { kind: 'render' }>

function render(
  theme: Theme,
  { entry, data, words, lang, langPath, locales, currency, timeZone }: Render,
): ThreadResult {
  const hole = `x-hole-${randomBytes(8).toString('hex')}`
  const job: Job = {
    budget: new Budget(),
    words: openWords(
      locales.map((locale) => theme.words(locale)),
      wordsOf(words),
      lang,
    ),
    lang,
    langPath,
    currency,
    timeZone,
    parts: [],
    partsSize: 0,
    hole,
    parsed: (file) => theme.parsed(file),
  }
  const output = theme.render(entry, thaw(JSON.parse(data), safeHtmlKey) as object, job)
  const html = checkOutput(output, job)
  const inners = job.parts.map(({ inner }) => inner)
  return { kind: 'rendered', html, parts: JSON.stringify(job.parts.map(withoutInner)), inners }
}

function withoutInner(part: PartRequest): PartRequest {
  return { ...part, inner: null }
}

function wordsOf(words: Render['words']): Parameters<typeof openWords>[1] {
  if (words === null) return {}
  if (words.texts !== null) shopWords.set(words.hash, words.texts)
  return shopWords.get(words.hash) ?? {}
}

/** What Linux knows this thread by; null elsewhere. */
function ownThread(): string | null {
  try {
    return readlinkSync('/proc/thread-self')
  } catch {
    return null
  }
}

/** What the first visitor would wait for: the library's code is compiled, the tables are made. */
function warmUp(): void {
  const entry = 'sections/warm.liquid'
  const source =
    '{% for x in xs %}<p class="{{ x.a }}">{{ x.b | upcase }}{% price x %}</p>{% endfor %}{{ c | money }}'
  const theme = openTheme(new Map([[entry, source]]))
  const xs = Array.from({ length: 50 }, (_, at) => ({ a: at, b: 'warm' }))
  const ask = { entry, words: null, lang: 'en', langPath: '', locales: [], currency: 'USD', timeZone: null }
  render(theme, { kind: 'render', data: JSON.stringify({ xs, c: 1990 }), ...ask })
}
