import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lchown,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './alive.ts'
import { asOsUser, type OsUser } from './os-user.ts'
import { postgresMajor, type Programs } from './programs.ts'
import { clusterSettings } from './settings.ts'

/** Role and database of the shop. The role is no superuser: a flaw in our SQL must not reach the server's files. */
export const appRole = 'violet'

const passwordFile = 'violet.password'
const settingsFile = 'violet.conf'

/** The data folder of the PostgreSQL server inside the shop's data folder. */
export function clusterDir(dataDir: string): string {
  return join(dataDir, 'pg')
}

/** The password of the shop's role; null when there is no cluster yet. */
export async function readPassword(pgDir: string): Promise<string | null> {
  const text = await readFile(join(pgDir, passwordFile), 'utf8').catch(ignoreMissing)
  return text === null ? null : text.trim()
}

/**
 * Creates the cluster if there is none. It is built in a temporary folder that is renamed at the end, so that an
 * interrupted first start leaves nothing that looks like a cluster, and of two first starts one wins.
 */
export async function ensureCluster(
  dataDir: string,
  programs: Programs,
  user: OsUser,
): Promise<'made' | 'present'> {
  const pgDir = clusterDir(dataDir)
  if (await isCluster(pgDir)) {
    await takeOwnership(pgDir, user)
    await writeSettings(pgDir, user)
    return 'present'
  }
  const found = await readdir(pgDir).catch(ignoreMissing)
  if (found !== null && found.length > 0) {
    throw new Error(`${pgDir} is in the way of a new PostgreSQL data folder: move it elsewhere.`)
  }
  await removeLeftovers(dataDir)
  const workshop = join(dataDir, `pg.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await makeCluster(workshop, programs, user)
    return (await moveIntoPlace(join(workshop, 'cluster'), pgDir)) ? 'made' : 'present'
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

async function isCluster(pgDir: string): Promise<boolean> {
  const version = await readFile(join(pgDir, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  if (version === null) return false
  if (version.trim() !== postgresMajor) {
    throw new Error(
      `${pgDir} was made by PostgreSQL ${version.trim()}, this Violet brings ${postgresMajor}: ` +
        'back it up with the Violet that made it, then restore into an empty folder.',
    )
  }
  if ((await readPassword(pgDir)) === null) {
    throw new Error(`${pgDir} is a PostgreSQL folder that Violet did not make (it has no ${passwordFile}).`)
  }
  return true
}

// Data copied back by root from a backup belongs to root; the server only takes a folder that is its own.
async function takeOwnership(pgDir: string, user: OsUser): Promise<void> {
  if (user.owner === null || (await stat(pgDir)).uid === user.owner.uid) return
  const { uid, gid } = user.owner
  for (const entry of await readdir(pgDir, { recursive: true })) await lchown(join(pgDir, entry), uid, gid)
  await chown(pgDir, uid, gid)
}

async function makeCluster(workshop: string, programs: Programs, user: OsUser): Promise<void> {
  const cluster = join(workshop, 'cluster')
  const password = randomBytes(24).toString('base64url')
  await makeFolder(workshop, user)
  await writePrivate(join(workshop, 'password'), `${password}\n`, user)
  await initdb(cluster, join(workshop, 'password'), programs, user)
  await writePrivate(join(cluster, passwordFile), `${password}\n`, user)
  await writeFile(join(cluster, 'postgresql.conf'), `\ninclude_if_exists = '${settingsFile}'\n`, {
    flag: 'a',
  })
  await writeSettings(cluster, user)
  const statements =
    `create role ${appRole} login createdb password '${password}';\n` +
    `create database ${appRole} owner ${appRole};\n`
  await run(programs.postgres, ['--single', '-D', cluster, 'postgres'], user, statements)
}

async function initdb(cluster: string, pwfile: string, programs: Programs, user: OsUser): Promise<void> {
  // ICU sorts; the C library's character classes decide what pg_trgm takes for a letter, and only a UTF-8
  // locale knows Chinese ones.
  const locales = process.platform === 'linux' ? ['C.UTF-8', 'en_US.UTF-8'] : ['en_US.UTF-8', 'C']
  let failure: unknown = null
  for (const locale of locales) {
    const args = [
      `--pgdata=${cluster}`,
      '--username=postgres',
      `--pwfile=${pwfile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=icu',
      '--icu-locale=und',
      `--locale=${locale}`,
      '--lc-messages=C',
      '--data-checksums',
      '--no-instructions',
    ]
    try {
      return await run(programs.initdb, args, user, '')
    } catch (error) {
      failure ??= error
      await rm(cluster, { recursive: true, force: true })
      if (!String(error).includes('locale')) throw error
    }
  }
  throw failure
}

async function run(program: string, programArgs: string[], user: OsUser, input: string): Promise<void> {
  const { file, args, options } = asOsUser(user, program, programArgs)
  const child = spawn(file, args, { ...options, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    // oxlint-disable-next-line house/guarded-listener -- keeps the end of a text
    stream.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-4000)))
  }
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  // The single-user server answers a failed statement with a line and carries on.
  if (code !== 0 || /^.*\b(ERROR|FATAL|PANIC):/m.test(output)) {
    throw new Error(`PostgreSQL could not make its data folder: ${explain(output)}`)
  }
}

function explain(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.filter((line) => /error|fatal|panic|could not/i.test(line))
  return (telling.length > 0 ? telling : lines).slice(-3).join(' ') || 'it said nothing'
}

/** False when another process put its cluster there first. */
async function moveIntoPlace(cluster: string, pgDir: string): Promise<boolean> {
  try {
    await rename(cluster, pgDir)
  } catch (error) {
    if (await isCluster(pgDir)) return false
    throw error
  }
  if (process.platform !== 'win32') {
    const parent = await open(join(pgDir, '..'), 'r')
    try {
      await parent.sync()
    } finally {
      await parent.close()
    }
  }
  return true
}

async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^pg\.new-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    // Files that an orphaned initdb still writes there are removed by the next start.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {})
  }
}

async function writeSettings(pgDir: string, user: OsUser): Promise<void> {
  const file = join(pgDir, settingsFile)
  const wanted = clusterSettings()
  if ((await readFile(file, 'utf8').catch(ignoreMissing)) !== wanted) await writePrivate(file, wanted, user)
}

async function makeFolder(path: string, user: OsUser): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  if (user.owner !== null) await chown(path, user.owner.uid, user.owner.gid)
}

async function writePrivate(path: string, text: string, user: OsUser): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  await chmod(path, 0o600)
  if (user.owner !== null) await chown(path, user.owner.uid, user.owner.gid)
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
