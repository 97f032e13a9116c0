import { execFile, spawn } from 'node:child_process'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './alive.ts'
import { asOsUser, type OsUser } from './os-user.ts'
import type { Programs } from './programs.ts'

/** The contents of `postmaster.pid`, as far as PostgreSQL has written it. */
export interface PidFile {
  pid: number
  port: number
  /** False: it listens on 127.0.0.1 only. */
  socket: boolean
  status: 'starting' | 'ready' | 'stopping'
}

/** How a program reaches the server: a socket inside the data folder, or a port of 127.0.0.1. */
export type Address = { socket: true; port: 5432 } | { socket: false; port: number }

/** A cluster, its programs, and the user that runs them. */
export interface Server {
  pgDir: string
  programs: Programs
  user: OsUser
}

const socketAddress: Address = { socket: true, port: 5432 }
const socketName = `.s.PGSQL.${socketAddress.port}`

// 104 bytes on macOS and the BSDs, 108 on Linux, the closing zero included.
const longestSocketPath = 103

export async function readPidFile(pgDir: string): Promise<PidFile | null> {
  const text = await readFile(join(pgDir, 'postmaster.pid'), 'utf8').catch(() => null)
  const [pid = '', , , port = '', socketDir = '', , , status = ''] = (text ?? '').split('\n')
  if (!(Number(pid) > 0)) return null
  return {
    pid: Number(pid),
    port: Number(port),
    socket: socketDir.trim() !== '',
    status: status.startsWith('ready') ? 'ready' : status.startsWith('stopping') ? 'stopping' : 'starting',
  }
}

/**
 * The pid file of the PostgreSQL server that now runs on `pgDir`, or null. A file left by a server that died is
 * no proof: its number may belong to anything by now.
 */
export async function runningPostmaster(pgDir: string): Promise<PidFile | null> {
  const found = await readPidFile(pgDir)
  return found !== null && (await isPostmasterOf(found.pid, pgDir)) ? found : null
}

async function isPostmasterOf(pid: number, pgDir: string): Promise<boolean> {
  if (pid === process.pid || !isAlive(pid)) return false
  if (process.platform === 'linux') return isLinuxPostmaster(pid, pgDir)
  if (process.platform === 'win32')
    return (await output('tasklist', ['/fi', `pid eq ${pid}`])).includes('postgres')
  const command = await output('ps', ['-o', 'command=', '-p', String(pid)])
  return command.includes('postgres') && command.includes(pgDir)
}

async function isLinuxPostmaster(pid: number, pgDir: string): Promise<boolean> {
  const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  if (basename(program) !== 'postgres') return false
  // A postmaster's working directory is its data folder, even if the folder was moved. Where a container's root may
  // not inspect another user's processes, the start argument is used.
  const named = args.find((arg) => arg.startsWith('-D'))?.slice(2) ?? ''
  const theirs = await stat(`/proc/${pid}/cwd`).catch(() => stat(named).catch(() => null))
  const ours = await stat(pgDir).catch(() => null)
  return theirs !== null && ours !== null && theirs.dev === ours.dev && theirs.ino === ours.ino
}

function output(program: string, args: string[]): Promise<string> {
  return new Promise((resolve) => execFile(program, args, (_, stdout) => resolve(stdout)))
}

/**
 * Removes the files that a dead server left. PostgreSQL does so itself, except if its pid now belongs to another
 * process of the same user: then it would refuse to start for good.
 */
export async function clearStalePidFile(pgDir: string): Promise<void> {
  const stale = await readPidFile(pgDir)
  if (stale === null || (await runningPostmaster(pgDir)) !== null) return
  for (const name of ['postmaster.pid', `${socketName}.lock`]) {
    const file = join(pgDir, name)
    const aside = `${file}.stale-${process.pid}`
    const content = await rename(file, aside).then(
      () => readFile(aside, 'utf8'),
      () => null,
    )
    if (content === null) continue
    // Another start may have put its own file there since the check.
    if (Number(content.split('\n')[0]) === stale.pid) await rm(aside, { force: true })
    else await rename(aside, file)
  }
}

/** Where a new server should listen: the socket in `pgDir`, or without one (null, or too long a path) `port`, else a free port. */
export async function chooseAddress(pgDir: string | null, port: number | null): Promise<Address> {
  const socket =
    pgDir !== null &&
    process.platform !== 'win32' &&
    Buffer.byteLength(join(pgDir, socketName)) <= longestSocketPath
  return socket ? socketAddress : { socket: false, port: port ?? (await freePort()) }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * Starts the server and returns when it accepts connections, or when it turns out that another process
 * started one first. It belongs to no terminal and outlives us. Throws with the server's own words.
 */
export async function startPostmaster(server: Server, address: Address, logFile: string): Promise<void> {
  const { pgDir, programs, user } = server
  const command = asOsUser(user, programs.postgres, [
    `-D${pgDir}`,
    ...['-c', `listen_addresses=${address.socket ? '' : '127.0.0.1'}`],
    ...['-c', `port=${address.port}`],
    ...['-c', `unix_socket_directories=${address.socket ? '.' : ''}`],
  ])
  const log = await open(logFile, 'a', 0o600)
  const from = (await log.stat()).size
  if (user.owner !== null) {
    // Root may have few rights here (a container's guest): the folder's owner must be able to go on writing this
    // file.
    const { uid, gid } = await stat(dirname(logFile))
    await log.chown(uid, gid)
  }
  const child = spawn(command.file, command.args, {
    ...command.options,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`))
  })
  child.unref()
  await log.close()
  for (;;) {
    const end = await Promise.race([ended, sleep(10, null)])
    const running = await runningPostmaster(pgDir)
    if (end === null && running?.status !== 'ready') continue
    if (running !== null) return
    throw new Error(`PostgreSQL did not start: ${await explain(logFile, from, end ?? '')}`)
  }
}

async function explain(logFile: string, from: number, end: string): Promise<string> {
  const text = (await readFile(logFile)).subarray(from).toString('utf8')
  const lines = text.split('\n').filter((line) => /FATAL|PANIC|HINT|error|could not/.test(line))
  return [...lines.slice(-4).map((line) => line.replace(/^.*?\b(?=FATAL|PANIC|HINT)/, '')), end].join(' ')
}

/** Tells the server to end, rolling back what is open; it is gone some time later. */
export async function signalPostmaster(server: Server, how: 'fast' | 'immediate'): Promise<void> {
  const running = await runningPostmaster(server.pgDir)
  if (running === null) return
  if (process.platform === 'win32') {
    await output(server.programs.pgCtl, ['kill', how === 'fast' ? 'INT' : 'QUIT', String(running.pid)])
  } else {
    process.kill(running.pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  }
}

/** Waits until no server runs on `pgDir`; false when one still does after `ms`. */
export async function waitUntilGone(pgDir: string, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms
  while ((await runningPostmaster(pgDir)) !== null) {
    if (Date.now() > deadline) return false
    await sleep(10)
  }
  return true
}
