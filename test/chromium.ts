import { execFileSync } from 'node:child_process'
import { chromium, type Browser } from 'playwright-core'

// The headless shell first: it costs a quarter (scripts/bootstrap/chromium.mjs).
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The machine's own Chromium: `CHROMIUM_PATH`, or the first that is found on the path. */
export function launchOptions(): { executablePath: string; args: string[] } {
  return {
    executablePath: process.env['CHROMIUM_PATH'] ?? findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A process for every page of every test is a tenth of the processor time. What is measured is measured by
      // bench/chromium.ts, which has none of these.
      '--renderer-process-limit=1',
      '--disable-site-isolation-trials',
      '--in-process-gpu',
    ],
  }
}

export function launch(): Promise<Browser> {
  return chromium.launch(launchOptions())
}

function findChromium(): string {
  for (const name of NAMES) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim()
    } catch {
      // Not this one.
    }
  }
  throw new Error(`no Chromium found: set CHROMIUM_PATH, or install one of ${NAMES.join(', ')}`)
}
