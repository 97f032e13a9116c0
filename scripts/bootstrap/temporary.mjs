import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const gigabyte = 2 ** 30

/**
 * Where tests put what they make: in memory where the machine has plenty, else in the folder for temporary files.
 * A database is a thousand small files: copying one takes 20 ms in memory and half a second on a slow disk.
 */
export function temporaryFolder(room = roomInMemory()) {
  return process.env.TMPDIR === undefined && room >= 6 * gigabyte ? inMemory : tmpdir()
}

/** Bytes; 0 where there is no such folder. A container often has one of 64 MB. */
function roomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, freemem())
  } catch {
    return 0
  }
}
