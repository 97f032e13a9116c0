import { request } from 'node:http'

export interface Exchange {
  status: number
  /** Name, value, name, value, as sent. */
  headers: string[]
  body: Buffer
}

/** What each server writes by itself, or by the connection: no part of what is compared. */
const connectionHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'server'])

/** One GET, as the load generator sends it; the body stays as it was encoded. */
export function getOnce(port: number, path: string, headers: Record<string, string> = {}): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      agent: false,
      headers: {
        host: `localhost:${port}`,
        'accept-encoding': 'gzip, deflate, br, zstd',
        accept: 'text/html',
        ...headers,
      },
    } as const
    const sent = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: ownHeaders(response.rawHeaders),
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

export function headerOf({ headers }: Exchange, name: string): string | null {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name)
  return at === -1 ? null : headers[at + 1]!
}

function ownHeaders(raw: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    if (!connectionHeaders.has(raw[at]!.toLowerCase())) kept.push(raw[at]!, raw[at + 1]!)
  }
  return kept
}
