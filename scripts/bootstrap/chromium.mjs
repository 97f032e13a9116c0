import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Lacking, say, since } from './base.mjs'
import { run } from './process.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of a Chromium that runs; on Debian and Ubuntu it is installed where it is missing and we are root. */
export async function ensureChromium() {
  const present = await findChromium()
  if (present !== null) return present
  const canInstall = process.getuid?.() === 0 && onPath('apt-get') !== null
  if (!canInstall) {
    throw new Lacking(
      'Chromium is missing: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to one.',
    )
  }
  say('Installing Chromium (apt-get) …')
  const begun = Date.now()
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update'],
    ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
  ]) {
    const { code, output, failure } = await run('apt-get', ['-q', ...args], { env, limit: 600_000 })
    if (code === 0) continue
    const reason =
      output
        .split('\n')
        .findLast((line) => /^[EW]: /.test(line))
        ?.slice(3) ?? failure
    throw new Lacking(
      `Chromium is missing and apt-get ${args[0]} failed: ${reason.replace(/https?:\S+/g, 'the package server')}`,
    )
  }
  const installed = await findChromium()
  if (installed === null)
    throw new Lacking('Chromium was installed but does not run: set CHROMIUM_PATH to one that does.')
  say(`Installed Chromium in ${since(begun)}.`)
  return installed
}

async function findChromium() {
  const given = process.env.CHROMIUM_PATH
  const candidates = given ? [given] : [...names.map(onPath), ...places.filter((path) => existsSync(path))]
  for (const path of candidates) {
    // Ubuntu's package is a stand-in that only says where to get the real one.
    if (path !== null && (await run(path, ['--version'], { limit: 20_000 })).code === 0) return path
  }
  if (given) throw new Lacking(`CHROMIUM_PATH names ${given}, which does not run.`)
  return null
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
