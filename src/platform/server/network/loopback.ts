import { readIp } from '../rate.ts'

/** Whether a name in a URL means the machine that reads it, whoever that is. @param name without a port */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name)
}

/** Whether an IP address is this machine's own. */
export function isLoopback(address: string): boolean {
  const ip = readIp(address)
  return ip === '::1' || ip?.startsWith('127.') === true
}

/** Whether strangers come to this URL: by https, and not on this machine alone. */
export function isOpenToAll(publicUrl: string | null): boolean {
  if (publicUrl === null) return false
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && !isLoopbackName(hostname)
}
