import { lookup as lookUp } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { no, ok, type Result } from '#domain/result.ts'
import type { Named } from '#wire/problems.ts'
import { isPublic } from '../public-networks.ts'
import type { IntakeFault } from '../intake.ts'
import { sniff } from '../sniff.ts'

/** Why a picture could not be had from its URL. */
export type FetchFault =
  | {
      name:
        | 'bad_address'
        | 'private_address'
        | 'unreachable'
        | 'too_slow'
        | 'too_many_redirects'
        | 'too_large'
        | 'host_skipped'
    }
  | Named<'not_a_picture'>
  | { name: 'refused'; status: number }

export interface PictureFetcher {
  /** The bytes of what claims to be a JPEG, PNG, WebP or AVIF; decoding them is another step. */
  fetch(url: string): Promise<Result<Buffer, FetchFault>>
  /** Closes keep-alive connections. */
  close(): void
}

export interface FetcherOptions {
  /** For tests: any server may be asked, or also those at these IPs. */
  allowPrivate?: boolean | readonly string[]
  /** Milliseconds for the whole of it, redirects included. */
  patience?: number
  /** Bytes. */
  largest?: number
}

const mostRedirects = 3
/** After this many failed connections in a row, a host is skipped for the rest of the run. */
const mostFailures = 3

/** One fetcher for one run: it remembers which hosts do not answer. */
export function openFetcher(options: FetcherOptions = {}): PictureFetcher {
  const { allowPrivate = false, patience = 5_000, largest = 15 * 1024 * 1024 } = options
  const mayAsk = (ip: string): boolean =>
    allowPrivate === true || isPublic(ip) || (allowPrivate !== false && allowPrivate.includes(ip))
  const lookup = guardedLookup(mayAsk)
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: 8 }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: 8 }),
  }
  const failures = new Map<string, number>()

  /** One request; a redirect is answered by the URL that it leads to. */
  async function ask(url: URL, signal: AbortSignal): Promise<Result<Buffer | URL, FetchFault>> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // A literal IP is not looked up, so it is checked here.
    if (isIP(host) !== 0 && !mayAsk(host)) return no({ name: 'private_address' })
    if ((failures.get(url.host) ?? 0) >= mostFailures) return no({ name: 'host_skipped' })
    const secure = url.protocol === 'https:'
    const request = (secure ? https : http).get(url, {
      agent: agents[secure ? 'https:' : 'http:'],
      lookup,
      signal,
      headers: {
        accept: 'image/avif,image/webp,image/png,image/jpeg',
        'accept-encoding': 'identity',
        'user-agent': 'Violet',
      },
    })
    try {
      const response = await answerOf(request)
      failures.delete(url.host)
      return await bodyOf(response, url, largest)
    } catch (error) {
      const fault = faultOf(error, signal)
      if (fault.name !== 'private_address') failures.set(url.host, (failures.get(url.host) ?? 0) + 1)
      return no(fault)
    } finally {
      request.destroy()
    }
  }

  return {
    async fetch(text) {
      const signal = AbortSignal.timeout(patience)
      let url = readAddress(text)
      for (let redirects = 0; url !== null; redirects++) {
        const answer = await ask(url, signal)
        if (!answer.ok) return answer
        if (Buffer.isBuffer(answer.value)) return ok(answer.value)
        if (redirects === mostRedirects) return no({ name: 'too_many_redirects' })
        url = readAddress(answer.value.href)
      }
      return no({ name: 'bad_address' })
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** The operator's message for a failed picture. */
export function faultWords(fault: FetchFault | IntakeFault): string {
  switch (fault.name) {
    case 'bad_address':
      return 'its address is not a web address'
    case 'private_address':
      return 'its address leads into a private network'
    case 'unreachable':
      return 'the host cannot be reached'
    case 'too_slow':
      return 'the host took too long'
    case 'too_many_redirects':
      return 'it was redirected too often'
    case 'too_large':
      return 'the file is too large'
    case 'host_skipped':
      return 'the host did not answer before and was not asked again'
    case 'refused':
      return `the host answered ${fault.status}`
    case 'not_a_picture':
      return 'it is not a JPEG, PNG, WebP or AVIF picture'
    case 'too_many_pixels':
      return 'it has more than 40 million pixels'
    case 'damaged_picture':
      return 'the file is damaged'
  }
}

/** A name inside the connection: a host that is looked up twice could be public once and private then. */
function guardedLookup(mayAsk: (ip: string) => boolean): LookupFunction {
  return (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '')
      const allowed = found.filter(({ address }) => mayAsk(address))
      const [first] = allowed
      if (first === undefined) return done(new PrivateAddress(`${hostname} is in a private network`), '')
      if (options.all === true) done(null, allowed)
      else done(null, first.address, first.family)
    })
  }
}

class PrivateAddress extends Error {}
class TooLarge extends Error {}

function readAddress(text: string): URL | null {
  const url = URL.parse(text)
  const plain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return plain ? url : null
}

function answerOf(request: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
  })
}

async function bodyOf(
  response: http.IncomingMessage,
  url: URL,
  largest: number,
): Promise<Result<Buffer | URL, FetchFault>> {
  const { statusCode: status = 0, headers } = response
  if ([301, 302, 303, 307, 308].includes(status) && headers.location !== undefined) {
    const next = URL.parse(headers.location, url.href)
    return next === null ? no({ name: 'bad_address' }) : ok(next)
  }
  if (status !== 200) return no({ name: 'refused', status })
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return no({ name: 'not_a_picture' })
  if (Number(headers['content-length'] ?? 0) > largest) return no({ name: 'too_large' })
  try {
    const bytes = await readAtMost(response, largest)
    return sniff(bytes) === null ? no({ name: 'not_a_picture' }) : ok(bytes)
  } catch (error) {
    if (error instanceof TooLarge) return no({ name: 'too_large' })
    throw error
  }
}

async function readAtMost(response: http.IncomingMessage, largest: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > largest) throw new TooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function faultOf(error: unknown, signal: AbortSignal): FetchFault {
  if (error instanceof PrivateAddress) return { name: 'private_address' }
  return { name: signal.aborted ? 'too_slow' : 'unreachable' }
}
