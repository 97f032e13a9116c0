import { BlockList, isIP } from 'node:net'

/*
 * Which IPs a picture may come from. The shop stands inside somebody's network: a URL in a file must not make it
 * knock on doors that the file's author cannot reach himself.
 */

// IANA special-purpose registries for IPv4 (RFC 6890 and its updates).
const privateV4 = blocks('ipv4', [
  ...([
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
  ] as const),
  ...([
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
  ] as const),
  ...([
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ] as const),
])

// IPv6 is public only inside 2000::/3, less the parts that carry an IPv4 one or are for documents and tests.
const globalV6 = blocks('ipv6', ['2000::/3'])
const specialV6 = blocks('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** True for an IP that anybody on the internet could reach. */
export function isPublic(ip: string): boolean {
  const version = isIP(ip)
  if (version === 4) return !privateV4.check(ip, 'ipv4')
  if (version === 6) return globalV6.check(ip, 'ipv6') && !specialV6.check(ip, 'ipv6')
  return false
}

function blocks(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix = ''] = range.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}
