import { spawnSync } from 'node:child_process'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chromium-headless-shell',
]

/** What Chromium needs on a machine without a screen; as root it has no sandbox. */
export const chromiumFlags = [
  '--headless=new',
  '--disable-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** The browser's program: CHROMIUM_PATH, or the first that is installed. */
export function findChromium(): string {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined && given !== '') return given
  for (const name of names) {
    const found = spawnSync('which', [name], { encoding: 'utf8' })
    if (found.status === 0) return found.stdout.trim()
  }
  throw new Error('Chromium is not installed; CHROMIUM_PATH can name it')
}

/** "Chromium 156.0.8078.79" */
export function chromiumVersion(): string {
  const { stdout } = spawnSync(findChromium(), ['--version'], { encoding: 'utf8' })
  return /\S+ [\d.]+/.exec(stdout)?.[0] ?? 'Chromium of an unknown version'
}
