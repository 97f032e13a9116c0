import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Db } from './db/db.ts'
import { countOne } from './db/queries-signing.ts'

export interface Rate {
  /** What is counted: `inquiry.submit`. */
  name: string
  most: number
  /** Milliseconds; windows begin at whole multiples of it. */
  within: number
}

/**
 * Counts one of `who` and says whether that is still allowed. Counted in the database, for all nodes together and
 * outside of any transaction: what is rolled back was asked for all the same.
 */
export async function mayGoOn(db: Db, rate: Rate, who: string, now: Date): Promise<boolean> {
  const hash = createHash('sha256').update(`${rate.name}\0${who}`).digest().subarray(0, 16)
  const beginsAt = new Date(Math.floor(now.getTime() / rate.within) * rate.within)
  return (await countOne(db, hash, beginsAt)) <= rate.most
}

/** One subscriber of the network: an IPv4 address, or the /64 that an IPv6 address lies in. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.toLowerCase().replace(/%.*$/, '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
