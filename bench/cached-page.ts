import { join } from 'node:path'
import type { BarePage } from './bare-server.ts'
import { getOnce, headerOf, type Exchange } from './exchange.ts'
import { median, perSecond, type Row } from './figures.ts'
import { generator, getPage } from './generator.ts'
import type { Load } from './load.ts'
import type { Bench, Measure } from './measure.ts'
import { openNginx } from './nginx.ts'
import { ask, hasProgram, serverCore, startScript } from './process.ts'
import { samplePages } from './sample-pages.ts'
import { scratch, type Shop } from './shop.ts'

export const cachedPage: Measure = {
  name: 'cached',
  title: 'A cached page',
  method:
    'The demo shop answers a page that is in its cache (brotli negotiated, or 304 for a known ETag). The limit is a ' +
    'bare `node:http` server on the same core that sends the very same status, headers and bytes from memory and ' +
    'looks at no header of the request; nginx has the same bytes as a file compressed beforehand. 64 connections, ' +
    'keep-alive, no pipelining, load on the other core; the three take turns within each round.',
  run,
}

const connections = 64
/** Milliseconds. */
const warmUp = 300
const window = 1_500

interface Case {
  what: string
  path: string
  /** For a 304. */
  etag: string | null
  answer: Exchange
}

interface Server {
  name: 'shop' | 'bare' | 'nginx'
  port: number
  pid: number
}

async function run({ shops, rounds, say }: Bench): Promise<Row[]> {
  const shop = await shops.demo()
  const cases = await findCases(shop)
  const servers: Server[] = [{ name: 'shop', port: shop.port, pid: shop.pid }, await openBare(cases)]
  if (hasProgram('nginx')) {
    const answers = cases.filter(({ etag }) => etag === null)
    servers.push({ name: 'nginx', ...(await openNginx(join(await scratch('nginx'), 'www'), answers)) })
  }

  const rows: Row[] = []
  for (const one of cases) {
    const loads: Record<string, Load[]> = {}
    for (let round = 0; round < rounds; round++) {
      // Whoever comes first in a round, the others come first in another.
      for (const n of servers.keys()) {
        const server = servers[(n + round) % servers.length]!
        ;(loads[server.name] ??= []).push(await load(server, one))
      }
    }
    rows.push(...compare(one, loads, say))
  }
  return rows
}

async function findCases(shop: Shop): Promise<Case[]> {
  const cases: Case[] = []
  for (const { what, path } of await samplePages(shop)) {
    // Once to be rendered, once from the cache.
    await getOnce(shop.port, path)
    const answer = await getOnce(shop.port, path)
    if (answer.status !== 200 || headerOf(answer, 'content-encoding') !== 'br')
      throw new Error(`${path} did not come with brotli`)
    cases.push({
      what: `${what}, ${(answer.body.length / 1000).toFixed(1)} kB of brotli`,
      path,
      etag: null,
      answer,
    })
  }
  const { path, answer } = cases[0]!
  const etag = headerOf(answer, 'etag')!
  cases.push({
    what: 'Home, 304',
    path,
    etag,
    answer: await getOnce(shop.port, path, { 'if-none-match': etag }),
  })
  return cases
}

async function openBare(cases: readonly Case[]): Promise<Server> {
  const child = startScript('bare-server.ts', serverCore)
  const pages = cases.map((one): BarePage => {
    const { status, headers, body } = one.answer
    return { path: barePath(one), status, headers, body: body.toString('base64') }
  })
  const { port } = await ask<{ port: number }>(child, { pages })
  for (const one of cases) {
    const { status, headers, body } = await getOnce(port, barePath(one))
    const same =
      status === one.answer.status &&
      headers.join('\n') === one.answer.headers.join('\n') &&
      body.equals(one.answer.body)
    if (!same) throw new Error(`the bare server does not answer ${one.path} as the shop does`)
  }
  return { name: 'bare', port, pid: child.pid! }
}

// It does not look at If-None-Match: what is unchanged has an address of the same length class of its own.
function barePath({ path, etag }: Case): string {
  return etag === null ? path : `${path}304`
}

async function load(server: Server, one: Case): Promise<Load> {
  const path = server.name === 'bare' ? barePath(one) : one.path
  let etag = one.etag
  if (server.name === 'nginx' && etag !== null) etag = headerOf(await getOnce(server.port, path), 'etag')!
  return generator().run({
    port: server.port,
    connections,
    requests: [getPage(server.port, path, etag === null ? {} : { etag })],
    until: { warmUp, window },
    watch: server.pid,
  })
}

function compare(one: Case, loads: Record<string, Load[]>, say: Bench['say']): Row[] {
  const shop = loads.shop!
  for (const [name, all] of Object.entries(loads)) {
    const micros = all.flatMap(({ serverMicros }) => serverMicros ?? [])
    const busy = median(all.map((load) => load.busy))
    say(
      `${one.what}: ${name} ${perSecond(median(all.map(({ rate }) => rate)))}, ` +
        `${median(micros).toFixed(1)} µs of processor each, generator ${Math.round(busy * 100)} % busy`,
    )
  }
  return ['bare', 'nginx'].flatMap((name): Row[] => {
    const limit = loads[name]
    if (limit === undefined) return []
    const ratio = median(shop.map(({ rate }, round) => rate / limit[round]!.rate))
    // A generator without time to spare has measured itself.
    const blunt = median(limit.map(({ busy }) => busy)) > 0.95
    return [
      {
        what: one.what,
        limit: `${name === 'bare' ? 'bare node:http' : 'nginx'} ${blunt ? 'at least ' : ''}${perSecond(median(limit.map(({ rate }) => rate)))}`,
        figure: perSecond(median(shop.map(({ rate }) => rate))),
        ratio: ratio.toFixed(2),
        target: name === 'bare' ? '≥ 0.90' : '',
        ok: name === 'bare' ? ratio >= 0.9 : null,
      },
    ]
  })
}
