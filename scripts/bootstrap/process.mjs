import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { modules, root, say, windows } from './base.mjs'
import { whenParentEnds } from './parent.mjs'

/**
 * Becomes `node args…` in the project's folder. The process is replaced where Node can do that (then there is no
 * wrapper for a signal to miss); otherwise signals and the exit code are passed on.
 * `dotenv`: variables that are not set come from the file .env.
 */
export function becomeNode(node, args, options = {}) {
  process.chdir(root)
  if (!windows && typeof process.execve === 'function') {
    const { all, environment } = commandFor(args, options, isUnderNpm)
    process.execve(node, [node, ...all], environment)
  }
  const { all, environment } = commandFor(args, options)
  const child = spawn(node, all, { stdio: 'inherit', env: environment })
  // Ctrl-C in a terminal reaches the child by itself; passed on, it would arrive twice.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (isUnderNpm) whenParentEnds(() => child.kill('SIGTERM'))
  child.once('error', (error) => {
    say(`The pinned Node could not be started: ${error.message}`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** The arguments and the environment of a Node in the project's folder; `watches` the end of who started it. */
export function commandFor(args, { env = {}, dotenv = false } = {}, watches = true) {
  const first = [
    ...(watches ? endWithParent : []),
    ...(dotenv && existsSync('.env') ? ['--env-file=.env'] : []),
  ]
  return { all: [...first, ...args], environment: { ...pinnedEnvironment(), ...env } }
}

// npm runs a script in a shell, and passes SIGTERM on to that shell only: the shell's end is all that we get to see.
export const isUnderNpm = process.env.npm_lifecycle_event !== undefined
const endWithParent = ['--import', new URL('end-with-parent.mjs', import.meta.url).href]

/**
 * Runs a program in a process group of its own and returns its exit code with all it printed, stdout and stderr
 * together. `show` prints that as it comes; `limit` is in ms. The code is null for a program that could not be
 * started, was ended by a signal, or ran into the limit; then `failure` says so.
 */
export function run(program, args, { env = process.env, cwd = root, show = false, limit = 0 } = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd,
      env,
      shell: windows,
      detached: !windows,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let failure = ''
    const end = (signal) => {
      try {
        process.kill(windows ? child.pid : -child.pid, signal)
      } catch {
        // It has ended already.
      }
    }
    const leave = (signal) => {
      end(signal)
      process.exit(128 + constants.signals[signal])
    }
    const timer = setTimeout(
      () => {
        failure = `it took longer than ${limit / 1000} s`
        end('SIGKILL')
      },
      limit || 2 ** 31 - 1,
    )
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, leave)
    for (const [stream, screen] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output = (output + chunk).slice(-1_000_000)
        if (show) screen.write(chunk)
      })
    }
    let straggler
    const finish = (code, signal) => {
      clearTimeout(timer)
      clearTimeout(straggler)
      for (const name of signals) process.off(name, leave)
      failure ||= signal ? `it was ended by ${signal}` : ''
      done({ code, output, failure })
    }
    child.once('error', (error) => {
      failure = error.message
      finish(null, null)
    })
    // What outlives the program itself in its group holds its pipes, and would be waited for.
    child.once('exit', () => (straggler = setTimeout(end, 2000, 'SIGKILL')))
    child.once('close', finish)
  })
}

/** The environment in which `node` means the pinned one. */
export function pinnedEnvironment() {
  return { ...process.env, [pathName()]: [join(modules, '.bin'), foreignPath()].join(delimiter) }
}

/** The environment for npm: it must not run on the Node that it is about to replace, nor leave packages out. */
export function npmEnvironment() {
  const env = { ...process.env, [pathName()]: foreignPath() }
  for (const name of ['NODE_ENV', 'npm_config_omit', 'npm_config_only', 'npm_config_production'])
    delete env[name]
  return env
}

function pathName() {
  return Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
}

function foreignPath() {
  const folders = (process.env[pathName()] ?? '').split(delimiter)
  return folders.filter((folder) => folder !== '' && !resolve(folder).startsWith(modules)).join(delimiter)
}
