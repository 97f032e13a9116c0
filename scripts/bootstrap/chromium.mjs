import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Lacking, say, since } from './base.mjs'
import { run } from './process.mjs'

/**
 * Chromium without its windows: a new visitor costs a quarter of the processor time, and `npm test` has five hundred.
 */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The path of a Chromium that runs, the headless shell where there is one; on Debian and Ubuntu it is installed where
 * it is missing and we are root.
 */
export async function ensureChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (await runs(given)) return given
    throw new Lacking(`CHROMIUM_PATH names ${given}, which does not run.`)
  }
  const shell = await firstThatRuns(shells.map(onPath))
  if (shell !== null) return shell
  const whole = await firstThatRuns([...names.map(onPath), ...places.filter((path) => existsSync(path))])
  const canInstall = process.getuid?.() === 0 && onPath('apt-get') !== null
  if (!canInstall) {
    if (whole !== null) return whole
    throw new Lacking(
      'Chromium is missing: install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to one.',
    )
  }
  return install(whole)
}

/** @param whole path of a Chromium with windows, which will do; null for none */
async function install(whole) {
  say('Installing Chromium without windows (apt-get) …')
  const begun = Date.now()
  const failure =
    (await aptGet(['update'])) ??
    (await aptGet(['install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk']))
  if (failure !== null && whole !== null) {
    say(`There is none (${failure}): ${whole} takes its place, and more time.`)
    return whole
  }
  // Older systems have no such package.
  const last =
    failure === null
      ? null
      : await aptGet(['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'])
  if (last !== null) throw new Lacking(`Chromium is missing and apt-get failed: ${last}`)
  const installed = await firstThatRuns([...shells, ...names].map(onPath))
  if (installed === null)
    throw new Lacking('Chromium was installed but does not run: set CHROMIUM_PATH to one that does.')
  say(`Installed Chromium in ${since(begun)}.`)
  return installed
}

/** Null when it went well; otherwise the reason, in one line and without addresses. */
async function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { code, output, failure } = await run('apt-get', ['-q', ...args], { env, limit: 600_000 })
  if (code === 0) return null
  const error = output.split('\n').findLast((line) => /^[EW]: /.test(line))
  return (error?.slice(3) ?? failure ?? 'no reason').replace(/https?:\S+/g, 'the package server')
}

async function firstThatRuns(candidates) {
  // Ubuntu's package is a stand-in that only says where to get the real one.
  for (const path of candidates) if (path !== null && (await runs(path))) return path
  return null
}

async function runs(path) {
  return (await run(path, ['--version'], { limit: 20_000 })).code === 0
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
