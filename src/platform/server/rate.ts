import { createHash, createHmac } from 'node:crypto'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { minute } from '#domain/time.ts'
import type { Db } from './db/db.ts'
import { countEach, countOne, uncountOne, type Counted } from './db/queries-signing.ts'

export interface Rate {
  /** The name of what is counted: `inquiry.submit`. */
  name: string
  most: number
  /** Milliseconds; windows begin at whole multiples of it. */
  within: number
}

/**
 * A rate limit: counts one of `who` and returns whether it is still allowed. Counted in the database, for all nodes
 * together and outside of any transaction: rolled-back work counts, too.
 */
export async function mayGoOn(db: Db, rate: Rate, who: string, now: Date): Promise<boolean> {
  const counted = countedBy({ rate, who }, now)
  return (await countOne(db, counted.who, counted.beginsAt)) <= rate.most
}

/** Takes one of `who` back that `mayGoOn` counted at this very moment: only what went wrong is limited. */
export async function giveBack(db: Db, rate: Rate, who: string, now: Date): Promise<void> {
  const counted = countedBy({ rate, who }, now)
  await uncountOne(db, counted.who, counted.beginsAt)
}

/** `mayGoOn` for two or more limits in one statement. All of them count; false when one does not allow it. */
export async function mayAllGoOn(db: Db, limits: readonly Limit[], now: Date): Promise<boolean> {
  const counts = await countEach(
    db,
    limits.map((limit) => countedBy(limit, now)),
  )
  return limits.every(({ rate }, index) => counts[index]! <= rate.most)
}

/** What is left of a window, as the message `limit.wait` says it: 0 hours and the minutes, or else whole hours. */
export type Wait = { hours: number; minutes: number }

/** How long the window of a rate limit lasts yet: the true time to wait for who is refused. */
export function waitOf({ within }: Rate, now: Date): Wait {
  const minutes = Math.ceil((within - (now.getTime() % within)) / minute)
  return minutes < 60 ? { hours: 0, minutes } : { hours: Math.ceil(minutes / 60), minutes: 0 }
}

export interface TooMany {
  name: 'too_many_requests'
  details: Wait
}

/** The refusal of what is one too many, with the time to wait. */
export function tooMany(rate: Rate, now: Date): TooMany {
  return { name: 'too_many_requests', details: waitOf(rate, now) }
}

export interface Limit {
  rate: Rate
  who: string
}

function countedBy({ rate, who }: Limit, now: Date): Counted {
  return {
    who: createHash('sha256').update(`${rate.name}\0${who}`).digest().subarray(0, 16),
    beginsAt: new Date(Math.floor(now.getTime() / rate.within) * rate.within),
  }
}

/**
 * An IP address in its one spelling: without port, brackets or zone, IPv6 shortened, IPv4 never as IPv6. Null for
 * anything that is no address.
 */
export function readIp(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d{1,5})?$/, '$1')
    .replace(/^([\d.]+):\d{1,5}$/, '$1')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return null
  const ip = new URL(`http://[${bare.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(ip)
  if (mapped === null) return ip
  return mapped
    .slice(1)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** The network of every text that is no address. It is counted like any other: no spelling lifts a limit. */
const unreadable = 'unknown'

/** One subscriber of the network: an IPv4 address, or the /64 that an IPv6 address lies in. */
export function networkOf(address: string): string {
  return prefixOf(address, 4)
}

/**
 * The most that one subscriber may have (RFC 6177): an IPv4 address, or the /48 that an IPv6 address lies in. Who has
 * one has 65 536 networks; but a mobile provider may give one to as many customers, so it is only for limits that leave
 * room for them.
 */
export function siteOf(address: string): string {
  return prefixOf(address, 3)
}

/** @param most how many groups of 16 bits of an IPv6 address count */
function prefixOf(address: string, most: number): string {
  const ip = readIp(address)
  if (ip === null) return unreadable
  if (isIPv4(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, most)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${most * 16}`
}

/** A network by which rows are found again, and which nobody reads out of them without the shop's key. */
export function hashNetwork(key: Buffer, address: string): Buffer {
  return createHmac('sha256', key).update(networkOf(address)).digest().subarray(0, 16)
}

// RFC 1918, RFC 6598, RFC 4193, loopback and link-local.
const privateRanges = new BlockList()
for (const [address, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateRanges.addSubnet(address, bits)
privateRanges.addAddress('::1', 'ipv6')
privateRanges.addSubnet('fc00::', 7, 'ipv6')
privateRanges.addSubnet('fe80::', 10, 'ipv6')

/**
 * No visitor comes from there but from this machine, or through a proxy that TRUST_PROXY does not name: then it is
 * every visitor's address, and a limit on it would be one on the whole shop.
 */
export function isPrivate(address: string): boolean {
  const ip = readIp(address)
  return ip !== null && privateRanges.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6')
}
