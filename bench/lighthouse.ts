import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromiumFlags, findChromium } from './chromium.ts'
import { atEnd } from './cleanup.ts'
import { getOnce } from './exchange.ts'
import { median, type Row } from './figures.ts'
import type { Bench, Measure } from './measure.ts'
import { stop } from './process.ts'
import { samplePages, type SamplePage } from './sample-pages.ts'
import { scratch, type Shop } from './shop.ts'

export const lighthouse: Measure = {
  name: 'lighthouse',
  title: 'Lighthouse, mobile',
  method:
    'Lighthouse 13.5 with its usual settings for a phone (simulated slow 4G, processor four times slower) in headless ' +
    'Chromium, on the demo shop with each of its themes. The median of three runs for each page.',
  run,
}

const folder = join(import.meta.dirname, 'lighthouse')
const program = join(folder, 'node_modules/lighthouse/cli/index.js')
const runs = 3
/** Those that come with the shop; the first is the demo shop's own. */
const themes = ['violet', 'paper', 'harbour', 'blueprint']
/** Milliseconds. */
const mostUntilLargest = 1_800
/** Bytes on the line. */
const mostBytes = 450_000
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** The parts of Lighthouse's report that are read here. */
interface Report {
  categories: Record<
    (typeof categories)[number],
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<
    string,
    {
      title: string
      score: number | null
      scoreDisplayMode: string
      numericValue?: number
      displayValue?: string
    }
  >
  runtimeError?: { code: string; message: string }
}

async function run({ shops, say }: Bench): Promise<Row[]> {
  await install(say)
  const shop = await shops.demo()
  const pages = await samplePages(shop)
  const rows: Row[] = []
  for (const theme of themes) {
    if (theme !== themes[0]) await useTheme(shop, theme)
    for (const page of pages) rows.push(...(await judge(shop, theme, page, say)))
  }
  return rows
}

async function judge(
  shop: Shop,
  theme: string,
  { what, path }: SamplePage,
  say: Bench['say'],
): Promise<Row[]> {
  const page = theme === themes[0] ? what : `${what}, theme \`${theme}\``
  const reports: Report[] = []
  for (let n = 0; n < runs; n++)
    reports.push(await inspectPatiently(`${shop.origin}${path}`, `${theme} ${what} ${n}`))
  const scores = categories.map((name) =>
    median(reports.map((report) => (report.categories[name].score ?? 0) * 100)),
  )
  const shift = numeric(reports, 'cumulative-layout-shift')
  const largest = numeric(reports, 'largest-contentful-paint')
  const bytes = numeric(reports, 'total-byte-weight')
  for (const text of lost(reports[0]!)) say(`${page}: ${text}`)
  const [performance, ...others] = scores
  return [
    {
      what: page,
      limit: '',
      figure: `${scores.map((score) => Math.round(score)).join(' / ')}, layout shift ${Number(shift.toFixed(3))}, ${metrics(reports)}`,
      ratio: '',
      target: '≥ 95 / 100 / 100 / 100, layout shift 0, largest ≤ 1.8 s',
      ok:
        performance! >= 95 &&
        others.every((score) => score === 100) &&
        shift === 0 &&
        largest <= mostUntilLargest,
    },
    {
      what: `${page}: everything fetched without scrolling`,
      limit: '',
      figure: `${Math.round(bytes / 1000)} kB`,
      ratio: '',
      target: `≤ ${mostBytes / 1000} kB`,
      ok: bytes <= mostBytes,
    },
  ]
}

/** Gives the shop a theme that comes with it; resolves when its pages have it. */
async function useTheme(shop: Shop, theme: string): Promise<void> {
  const shown = async (): Promise<string | undefined> => {
    const { body } = await getOnce(shop.port, '/', { 'accept-encoding': 'identity' })
    return /data-theme="([^"]+)"/.exec(body.toString())?.[1]
  }
  const before = await shown()
  await shop.operate('theme', 'use', theme)
  for (let tries = 0; (await shown()) === before; tries++) {
    if (tries === 100) throw new Error(`the shop does not show the theme ${theme}`)
    await sleep(100)
  }
}

async function install(say: Bench['say']): Promise<void> {
  if (existsSync(program)) return
  say('installing Lighthouse (npm ci in bench/lighthouse)')
  await finish('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    ...process.env,
    PUPPETEER_SKIP_DOWNLOAD: '1',
  })
}

/** Chromium's trace now and then lacks the page's beginning (NO_NAVSTART): such a run says nothing and is repeated. */
async function inspectPatiently(url: string, name: string): Promise<Report> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inspect(url, name)
    } catch (error) {
      if (attempt === 3 || !String(error).includes('NO_NAVSTART')) throw error
    }
  }
}

async function inspect(url: string, name: string): Promise<Report> {
  const file = join(await scratch('lighthouse'), `${name.replaceAll(' ', '-')}.json`)
  const args = [
    program,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=${chromiumFlags.join(' ')}`,
    '--no-enable-error-reporting',
  ]
  await finish(process.execPath, args, { ...process.env, CHROME_PATH: findChromium() })
  const report = JSON.parse(await readFile(file, 'utf8')) as Report
  if (report.runtimeError)
    throw new Error(`Lighthouse could not judge ${url}: ${report.runtimeError.message}`)
  return report
}

/** What took points away, in Lighthouse's words. */
function lost(report: Report): string[] {
  return categories.flatMap((name) =>
    report.categories[name].auditRefs.flatMap(({ id, weight }) => {
      const audit = report.audits[id]!
      const isFault =
        weight > 0 &&
        audit.scoreDisplayMode !== 'notApplicable' &&
        (audit.score ?? 1) < (name === 'performance' ? 0.9 : 1)
      return isFault
        ? [`${name}: ${audit.title}${audit.displayValue === undefined ? '' : ` (${audit.displayValue})`}`]
        : []
    }),
  )
}

function metrics(reports: readonly Report[]): string {
  const seconds = (id: string): string => `${(numeric(reports, id) / 1000).toFixed(1)} s`
  return `first paint ${seconds('first-contentful-paint')}, largest ${seconds('largest-contentful-paint')}, blocked ${Math.round(numeric(reports, 'total-blocking-time'))} ms`
}

/** The median of what an audit measured, in its own unit. */
function numeric(reports: readonly Report[], id: string): number {
  return median(reports.map((report) => report.audits[id]?.numericValue ?? Number.NaN))
}

/** Runs a program to its end in Lighthouse's folder; throws with what it said when it fails. */
function finish(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 300_000,
    })
    atEnd(() => stop(child))
    let said = ''
    const hear = (chunk: Buffer): void => void (said = (said + chunk.toString()).slice(-4_000))
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code ?? signal}:\n${said}`)),
    )
  })
}
