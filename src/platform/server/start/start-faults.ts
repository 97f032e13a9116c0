import type { Config } from '../config.ts'

/*
 * Why a shop cannot be opened, as one line that says what to do. Only for what happens on the way to an open shop: in
 * a running one the same errors have other reasons.
 */

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'port' | 'host'>

/** Null for an error that is none of the known ones: its stack is wanted then. */
export function startFault(error: unknown, where: Where): string | null {
  for (const cause of causesOf(error)) {
    const said = listenFault(cause, where) ?? databaseFault(cause, where) ?? folderFault(cause, where)
    if (said !== null) return said
  }
  return null
}

/** What is known of an error, of any library. */
interface Cause {
  code: string
  message: string
  syscall: string
  path: string | null
  hostname: string | null
}

function causesOf(error: unknown): Cause[] {
  if (!(error instanceof Error)) return []
  const { code = '', syscall = '', path = null } = error as NodeJS.ErrnoException
  const { hostname = null } = error as { hostname?: string }
  const own = { code, message: error.message, syscall, path, hostname }
  // A host name with two addresses: what is wrong with the first one.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return [own, ...causesOf(inner)]
}

function listenFault({ code, syscall, hostname }: Cause, { port, host }: Where): string | null {
  if (hostname === host) return `there is no host ${host}: set HOST to an address of this machine`
  if (syscall !== 'listen' && syscall !== 'bind') return null
  if (code === 'EADDRINUSE')
    return `port ${port} is taken: end the program that listens there, or set PORT to another number`
  if (code === 'EACCES' && port < 1024)
    return `port ${port} is for the administrator of this machine: set PORT to a number from 1024`
  return code === 'EADDRNOTAVAIL'
    ? `HOST ${host} is no address of this machine: set HOST to one that is`
    : null
}

function databaseFault({ code, message }: Cause, { databaseUrl }: Where): string | null {
  const url = databaseUrl === null ? null : URL.parse(databaseUrl)
  if (url === null) return null
  const { host } = url
  const user = decoded(url.username)
  const name = decoded(url.pathname.slice(1))
  const said = (what: string): string => `DATABASE_URL: ${what}`
  if (user === null || name === null) return said('it has a % that begins no character: write %25 for it')
  switch (code) {
    case 'ECONNREFUSED':
      return said(`nothing answers at ${host}: start PostgreSQL there, or correct the address`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return said(`there is no host ${url.hostname}: correct the address`)
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ECONNRESET':
      return said(`${host} cannot be reached (${code}): check the address, the network and its firewall`)
    case '28P01':
    case '28000':
      return said(`PostgreSQL at ${host} refuses the user ${user}: check the name and the password`)
    case '3D000':
      return said(
        `PostgreSQL at ${host} has no database ${name}: make it (createdb ${name}), or correct the name`,
      )
    case '42501':
      return said(`the user ${user} may not make tables in the database ${name}: make that user its owner`)
    case '53300':
      return said(
        `PostgreSQL at ${host} has no connection left: raise its max_connections, or lower DATABASE_POOL`,
      )
    case '57P03':
      return said(`PostgreSQL at ${host} is starting or ending: try again in a moment`)
  }
  if (/password must be a string/.test(message))
    return said(`PostgreSQL at ${host} wants a password, and there is none in it`)
  if (/does not support SSL/.test(message))
    return said(`PostgreSQL at ${host} has no SSL: take sslmode out, or set it up there`)
  return /self[- ]signed|CERT_|_CERT/.test(`${code} ${message}`)
    ? said(`the certificate of ${host} is not trusted (${code}): name its authority by sslrootcert`)
    : null
}

/** Null for a % that begins no character. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

function folderFault({ code, message, path, syscall }: Cause, { dataDir }: Where): string | null {
  if (code === 'ENOSPC' || code === '53100' || /No space left on device/.test(message))
    return `the disk of DATA_DIR ${dataDir} is full: make room, or set DATA_DIR to a folder elsewhere`
  // A file of the program itself is another matter.
  if (path === null || !(path.startsWith(dataDir) || dataDir.startsWith(path))) return null
  if (code === 'ENOENT' && syscall !== 'mkdir') return null
  switch (code) {
    case 'ENOENT':
      return `DATA_DIR ${dataDir} cannot be made: set DATA_DIR to a folder elsewhere`
    case 'EROFS':
      return `DATA_DIR ${dataDir} is on a disk that is read-only: set DATA_DIR to a folder elsewhere`
    case 'EACCES':
    case 'EPERM':
      return `DATA_DIR ${dataDir} may not be written to: start as its owner, or set DATA_DIR to another folder`
    case 'ENOTDIR':
    case 'EEXIST':
      return `DATA_DIR ${dataDir} is a file, or below one: set DATA_DIR to a folder`
  }
  return null
}
