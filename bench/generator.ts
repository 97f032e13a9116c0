import type { Ask, Job, Load } from './load.ts'
import { ask, loadCore, startScript } from './process.ts'

/** The load generator, running on its core. */
export interface Generator {
  run(job: Job): Promise<Load>
}

let running: Generator | null = null

/** One generator for the whole run: it stays warm. */
export function generator(): Generator {
  if (running === null) {
    const child = startScript('load.ts', loadCore)
    running = { run: (job) => ask<Load>(child, job) }
  }
  return running
}

/** A page as Chromium asks for it. */
export function getPage(
  port: number,
  path: string,
  options: { kind?: string; etag?: string; status?: number } = {},
): Ask {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `host: localhost:${port}`,
    'accept: text/html,application/xhtml+xml',
    'accept-language: en',
    'accept-encoding: gzip, deflate, br, zstd',
    'user-agent: violet-bench',
    ...(options.etag === undefined ? [] : [`if-none-match: ${options.etag}`]),
  ]
  const status = options.status ?? (options.etag === undefined ? 200 : 304)
  return { text: `${lines.join('\r\n')}\r\n\r\n`, kind: options.kind ?? path, status }
}

/** A call as the shop's own scripts make it; writing ones with a key of their own. */
export function postCall(
  port: number,
  call: string,
  body: object,
  options: { writes: boolean; cookie?: string },
): Ask {
  const json = JSON.stringify(body)
  const lines = [
    `POST /api/web${call} HTTP/1.1`,
    `host: localhost:${port}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(json)}`,
    'sec-fetch-site: same-origin',
    'x-lang: en',
    'user-agent: violet-bench',
    ...(options.cookie === undefined ? [] : [`cookie: ${options.cookie}`]),
    ...(options.writes ? ['idempotency-key: {unique}'] : []),
  ]
  return { text: `${lines.join('\r\n')}\r\n\r\n${json}`, kind: call, status: 200 }
}
