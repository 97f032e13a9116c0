import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root, say, since } from './base.mjs'
import { commandFor, isUnderNpm } from './process.mjs'
import { whenParentEnds } from './parent.mjs'

/** Milliseconds before each start after a death: the first at once, so that visitors hardly notice. */
const usualPauses = [0, 1_000, 2_000, 4_000]
/** Milliseconds. More deaths in this time than there are pauses, and the next start would not help either. */
const window = 60_000

/**
 * Runs the shop's server, and starts it again when it ends by itself: killed by the system for want of memory, or by
 * a fault of ours. It is not started again after a planned stop, nor when it never opened: a wrong setting or a taken
 * port is as wrong the next time. The server says `open` and `leaving` over the channel between the two processes.
 * `--end-database` makes it end the PostgreSQL of its own that a dead one left running, and no more.
 */
export function keepNode(node, args, { pauses = usualPauses, ...options } = {}) {
  process.chdir(root)
  const { all, environment } = commandFor(args, options)
  const deaths = []
  let child = null
  let waiting = null
  let isLeaving = false
  let hasOpened = false

  const start = () => {
    waiting = null
    const begun = Date.now()
    const mine = spawn(node, all, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment })
    child = mine
    mine.on('message', (message) => {
      if (message === 'leaving') isLeaving = true
      if (message !== 'open') return
      hasOpened = true
      if (deaths.length > 0) say(`Violet is back after ${since(begun)}.`)
    })
    mine.once('error', (error) => {
      say(`The pinned Node could not be started: ${error.message}`)
      process.exit(1)
    })
    mine.once('exit', (code, signal) => ended(code, signal))
  }

  const ended = (code, signal) => {
    child = null
    if (isLeaving || code === 0 || !hasOpened) process.exit(code ?? 128 + constants.signals[signal])
    const now = Date.now()
    deaths.push(now)
    const lately = deaths.filter((at) => at > now - window).length
    const pause = pauses[lately - 1]
    const how = signal === null ? `exit code ${code}` : signal
    if (pause === undefined) {
      say(
        `Violet ended ${lately} times within a minute (${how}) and is not started again: the reason stands above.`,
      )
      return leave(1)
    }
    say(
      `Violet ended unexpectedly (${how}); starting it again${pause === 0 ? '' : ` in ${pause / 1000} s`} …`,
    )
    waiting = setTimeout(start, pause)
  }

  /** A dead server's database runs on, for the next one to take over; there is no next one. */
  const leave = (code) => {
    const last = spawn(node, [...all, '--end-database'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
    })
    last.once('error', () => process.exit(code))
    last.once('exit', () => process.exit(code))
  }

  const stop = (signal, isToldAlready) => {
    if (isLeaving) return
    isLeaving = true
    if (child !== null) return void (isToldAlready || child.kill(signal))
    if (waiting === null) return
    clearTimeout(waiting)
    leave(0)
  }
  // Ctrl-C in a terminal reaches the child by itself; passed on, it would arrive twice.
  process.on('SIGINT', () => stop('SIGINT', process.stdin.isTTY))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal, false))
  if (isUnderNpm) whenParentEnds(() => stop('SIGTERM', false))
  start()
}
