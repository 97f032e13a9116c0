import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from './cleanup.ts'

/** The project's folder. */
export const root = join(import.meta.dirname, '..')

/** The server runs on one core and the load on another, if the machine can do that. */
export const serverCore = 0
export const loadCore = 1

const binder = 'taskset'
export const canPin = availableParallelism() >= 2 && hasProgram(binder)

export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined
}

export interface StartOptions {
  /** Or several; null: wherever the system puts it. */
  core: number | readonly number[] | null
  env?: NodeJS.ProcessEnv
  /** A channel for messages, for a child that is one of our scripts. */
  messages?: boolean
  /** Where stdout and stderr go: kept for `waitForLine`, or thrown away. */
  output?: 'kept' | 'ignored'
}

/** Starts a program in the project's folder; it is ended with the run at the latest. */
export function start(program: string, args: readonly string[], options: StartOptions): ChildProcess {
  const pinned = options.core !== null && canPin
  const command = pinned ? 'taskset' : program
  const all = pinned ? ['-c', [options.core].flat().join(','), program, ...args] : [...args]
  const out = options.output === 'ignored' ? 'ignore' : 'pipe'
  const child = spawn(command, all, {
    cwd: root,
    env: options.env ?? process.env,
    stdio: options.messages === true ? ['ignore', out, out, 'ipc'] : ['ignore', out, out],
  })
  atEnd(() => stop(child))
  return child
}

/** One of the bench's own scripts as a process of its own, with a channel for messages. */
export function startScript(file: string, core: number | null): ChildProcess {
  const child = start(process.execPath, [join(import.meta.dirname, file)], { core, messages: true })
  child.stdout?.pipe(process.stdout)
  child.stderr?.pipe(process.stderr)
  return child
}

/** Asks a child to leave and waits; after `patience` ms it is ended. */
export async function stop(child: ChildProcess, patience = 35_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const left = await Promise.race([gone, sleep(patience, null, { ref: false })])
  if (left === null) {
    child.kill('SIGKILL')
    await gone
  }
}

/** The first matching line; throws with the output so far when the child ends or `limit` ms are over. */
export function waitForLine(child: ChildProcess, pattern: RegExp, limit: number): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (why: string): void => {
      clearTimeout(timer)
      reject(new Error(`${child.spawnfile} ${why}; it said:\n${said.slice(-4_000)}`))
    }
    const timer = setTimeout(() => fail(`did not print ${pattern} in ${limit} ms`), limit)
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      const found = pattern.exec(said)
      if (!found) return
      clearTimeout(timer)
      resolve(found)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code, signal) => fail(`ended with ${code ?? signal}`))
  })
}

/** Milliseconds after which a script of ours that does not answer is given up. */
const patience = 300_000

/** Sends a message to one of our scripts and waits for its answer. */
export function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const name = child.spawnargs.at(-1)
  return new Promise((resolve, reject) => {
    const end = (work: () => void): void => {
      clearTimeout(timer)
      child.off('exit', onExit)
      child.off('message', onMessage)
      work()
    }
    const onExit = (): void => end(() => reject(new Error(`${name} ended before it answered`)))
    const onMessage = (answer: { error?: string }): void =>
      end(() => (answer.error === undefined ? resolve(answer as Answer) : reject(new Error(answer.error))))
    const timer = setTimeout(
      () => end(() => reject(new Error(`${name} did not answer in ${patience} ms`))),
      patience,
    )
    child.once('exit', onExit)
    child.once('message', onMessage)
    child.send(message)
  })
}

/** What some work gave, and the seconds of processor time that a process and its children spent meanwhile. */
export async function withCpu<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ value: T; cpu: number | null }> {
  const before = familySeconds(pid)
  const value = await work()
  const after = familySeconds(pid)
  return { value, cpu: before === null || after === null ? null : after - before }
}

/** Null where the system does not tell. */
function familySeconds(pid: number): number | null {
  const children = readProc(`/proc/${pid}/task/${pid}/children`)?.trim().split(' ') ?? []
  const all = [pid, ...children.filter((text) => text !== '').map(Number)].map(cpuSeconds)
  const known = all.filter((seconds) => seconds !== null)
  return known.length === 0 ? null : known.reduce((sum, seconds) => sum + seconds, 0)
}

function cpuSeconds(pid: number): number | null {
  // In nanoseconds, one file for each thread; /proc/<pid>/stat has hundredths of a second only.
  const times = listProc(`/proc/${pid}/task`)?.map((thread) =>
    readProc(`/proc/${pid}/task/${thread}/schedstat`),
  )
  const nanoseconds = times?.reduce((sum, text) => sum + Number(text?.split(' ')[0] ?? 0), 0)
  return nanoseconds === undefined || nanoseconds === 0 ? null : nanoseconds / 1e9
}

/** Megabytes (10^6 bytes) that a process holds now, and held at most; null where the system does not tell. */
export function memoryOf(pid: number): { now: number; most: number } | null {
  const text = readProc(`/proc/${pid}/status`)
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text ?? '')?.[1])
  if (text === null) return null
  return { now: (kilobytes('VmRSS') * 1024) / 1e6, most: (kilobytes('VmHWM') * 1024) / 1e6 }
}

function readProc(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function listProc(folder: string): string[] | null {
  try {
    return readdirSync(folder)
  } catch {
    return null
  }
}
