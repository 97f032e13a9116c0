import { spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import type { Programs } from './programs.ts'

/** The operating system user that runs the PostgreSQL programs, and how to become that user. */
export interface OsUser {
  /** Owner of the data files; null where that is the user of this process. */
  owner: { uid: number; gid: number } | null
  /** Prefix of each command: a program that changes the user and keeps one right. */
  prefix: string[]
}

/**
 * PostgreSQL refuses to run as root. So as root we become the user that owns the data files, else `postgres`,
 * else `nobody`; none is ever created. Throws when that user cannot get at the programs or the data.
 */
export async function chooseOsUser(dataDir: string, pgDir: string, programs: Programs): Promise<OsUser> {
  if (process.getuid?.() !== 0) return { owner: null, prefix: [] }
  const owner = (await ownerOf(pgDir)) ?? (await unprivilegedUser())
  const direct: OsUser = { owner, prefix: [] }
  if (await canReach(direct, dataDir, programs)) return direct
  for (const capability of ['dac_read_search', 'dac_override']) {
    const raised: OsUser = { owner, prefix: setpriv(owner, capability) }
    if (await canReach(raised, dataDir, programs)) return raised
  }
  throw new Error(
    `PostgreSQL cannot run as root, and the user with id ${owner.uid} cannot enter ${dataDir} or the project's folder. ` +
      'Move them out of the private folder they are in, start as another user, or set DATABASE_URL.',
  )
}

/** The command line and spawn options that run `program` as `user`. */
export function asOsUser(user: OsUser, program: string, args: string[]) {
  const [file = program, ...rest] = [...user.prefix, program, ...args]
  return {
    file,
    args: rest,
    options: {
      cwd: '/',
      ...(user.owner !== null && user.prefix.length === 0 ? user.owner : {}),
      // Nothing of the caller's PG* and locale variables may steer the server.
      ...(process.platform === 'win32'
        ? {}
        : { env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' } }),
    },
  }
}

async function ownerOf(pgDir: string): Promise<{ uid: number; gid: number } | null> {
  const found = await stat(pgDir).catch(() => null)
  return found === null || found.uid === 0 ? null : { uid: found.uid, gid: found.gid }
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    // macOS gives nobody the id -2, which no system call takes.
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return { uid: 65534, gid: 65534 }
}

// A project below a private folder such as /root: the right to search and read is kept across the change of
// user. access(2), by which PostgreSQL checks its own program file, forgets that right without the securebit.
function setpriv(owner: { uid: number; gid: number }, capability: string): string[] {
  return [
    'setpriv',
    '--securebits=+no_setuid_fixup',
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    '--',
  ]
}

// Tested by doing it: modes alone are not enough (access lists, read-only mounts).
async function canReach(user: OsUser, dataDir: string, programs: Programs): Promise<boolean> {
  const script = '[ -x "$1" ] && exec "$2" --version'
  const { file, args, options } = asOsUser(user, '/bin/sh', ['-c', script, 'sh', dataDir, programs.postgres])
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...options, stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}
