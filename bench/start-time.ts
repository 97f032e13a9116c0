import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { atEnd } from './cleanup.ts'
import { median, type Row } from './figures.ts'
import type { Bench, Measure } from './measure.ts'
import { root, waitForLine } from './process.ts'
import { scratch, shopEnvironment } from './shop.ts'

export const startTime: Measure = {
  name: 'start',
  title: 'Start',
  method:
    '`npm start` until the address is printed, everything included (npm, the check that nothing is stale, PostgreSQL, ' +
    'migrations, the server). The first start makes the database and loads the demo; the second and later ones are the figure.',
  run,
}

const starts = 5
/** Milliseconds. */
const target = 3_000

async function run({ say }: Bench): Promise<Row[]> {
  const dataDir = await scratch('start')
  const first = await timeStart(dataDir)
  say(`first start ${seconds(first)}`)
  const later: number[] = []
  for (let n = 0; n < starts; n++) {
    later.push(await timeStart(dataDir))
    say(`start ${n + 2} ${seconds(later.at(-1)!)}`)
  }
  const time = median(later)
  return [
    {
      what: 'First start: new database, demo loaded',
      limit: '',
      figure: seconds(first),
      ratio: '',
      target: '',
      ok: null,
    },
    { what: 'Second start', limit: '', figure: seconds(time), ratio: '', target: '< 3 s', ok: time < target },
  ]
}

/** Milliseconds from the command to the address; the shop is closed again. */
async function timeStart(dataDir: string): Promise<number> {
  const begun = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: shopEnvironment({ DATA_DIR: dataDir, DEMO: 'on' }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    // The whole group: npm, its shell and the shop.
    process.kill(-child.pid!, 'SIGTERM')
    await gone
  }
  atEnd(end)
  await waitForLine(child, /Violet is open at http\S+/, 180_000)
  const time = performance.now() - begun
  await end()
  return time
}

function seconds(time: number): string {
  return `${(time / 1000).toFixed(2)} s`
}
