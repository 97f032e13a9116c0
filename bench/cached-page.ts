import type { BarePage } from './bare-server.ts'
import { getOnce, headerOf, type Exchange } from './exchange.ts'
import { median, perSecond, type Row } from './figures.ts'
import { generator, getPage } from './generator.ts'
import type { Ask, Load } from './load.ts'
import type { Bench, Measure } from './measure.ts'
import { openNginx } from './nginx.ts'
import { ask, hasProgram, serverCore, startScript, withCpu } from './process.ts'
import { samplePages } from './sample-pages.ts'
import { scratch, type Shop } from './shop.ts'

export const cachedPage: Measure = {
  name: 'cached',
  title: 'A cached page',
  method:
    'The demo shop answers a page that is in its cache (brotli negotiated, or 304 for a known ETag). The limit is a ' +
    'bare `node:http` server on the same core that sends the very same status, headers and bytes from memory and ' +
    'looks at no header of the request; nginx has the same bytes as a file compressed beforehand. 64 connections, ' +
    'keep-alive, no pipelining, load on the other core; the three take turns within each round. Rates are answers per ' +
    'second of the server’s processor time, its own and the kernel’s for it: what other programs on the core take is not counted.',
  run,
}

const connections = 64
/** Answers in one turn, and before the first one. */
const turnLength = 20_000
const settle = 60_000
/** Turns of each server in a round. */
const turns = 3

interface Case {
  what: string
  path: string
  /** For a 304. */
  etag: string | null
  answer: Exchange
}

interface Turn extends Load {
  /** Answers per second of the server's own processor time. */
  coreRate: number
}

interface Server {
  name: 'shop' | 'bare' | 'nginx'
  port: number
  pid: number
  /** The request for each case. */
  requests: Ask[]
}

async function run({ shops, rounds, say }: Bench): Promise<Row[]> {
  const shop = await shops.demo()
  const cases = await findCases(shop)
  const servers = [toServer(shop, cases), await openBare(cases)]
  if (hasProgram('nginx')) servers.push(await openCompared(cases))

  const rows: Row[] = []
  for (const [n, one] of cases.entries()) {
    const loads: Record<string, Turn[]> = {}
    // Not counted: each program's compiler has then seen this answer.
    for (const server of servers) await drive(server, n, settle)
    for (let round = 0; round < rounds * turns; round++) {
      // The order alternates: first in one round, later in another.
      for (const turn of servers.keys()) {
        const server = servers[(turn + round) % servers.length]!
        ;(loads[server.name] ??= []).push(await drive(server, n, turnLength))
      }
    }
    rows.push(...compare(one, loads, say))
  }
  return rows
}

async function drive({ port, pid, requests }: Server, n: number, answers: number): Promise<Turn> {
  const job = { port, connections, requests: [requests[n]!], until: { answers } }
  const { value, cpu } = await withCpu(pid, () => generator().run(job))
  // Its rate, had it the core to itself.
  return { ...value, coreRate: cpu === null ? value.rate : value.answers / cpu }
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

function toServer({ port, pid }: Shop, cases: readonly Case[]): Server {
  const requests = cases.map(({ path, etag }) => getPage(port, path, etag === null ? {} : { etag }))
  return { name: 'shop', port, pid, requests }
}

async function openBare(cases: readonly Case[]): Promise<Server> {
  const child = startScript('bare-server.ts', serverCore)
  // It does not read If-None-Match: the unchanged page has a URL of its own.
  const paths = cases.map(({ path, etag }) => (etag === null ? path : `${path}304`))
  const pages = cases.map(({ answer: { status, headers, body } }, n): BarePage => {
    return { path: paths[n]!, status, headers, body: body.toString('base64') }
  })
  const { port } = await ask<{ port: number }>(child, { pages })
  for (const [n, { path, answer }] of cases.entries()) {
    const { status, headers, body } = await getOnce(port, paths[n]!)
    const same =
      status === answer.status && headers.join('\n') === answer.headers.join('\n') && body.equals(answer.body)
    if (!same) throw new Error(`the bare server does not answer ${path} as the shop does`)
  }
  const requests = cases.map(({ etag }, n) =>
    getPage(port, paths[n]!, etag === null ? {} : { etag, status: 304 }),
  )
  return { name: 'bare', port, pid: child.pid!, requests }
}

async function openCompared(cases: readonly Case[]): Promise<Server> {
  const whole = cases.filter(({ etag }) => etag === null)
  const { port, pid } = await openNginx(
    await scratch('nginx'),
    whole.map(({ answer }) => answer),
  )
  const requests = cases.map(async ({ path, etag }): Promise<Ask> => {
    const at = `/${whole.findIndex((page) => page.path === path)}`
    return getPage(port, at, etag === null ? {} : { etag: headerOf(await getOnce(port, at), 'etag')! })
  })
  return { name: 'nginx', port, pid, requests: await Promise.all(requests) }
}

function compare(one: Case, loads: Record<string, Turn[]>, say: Bench['say']): Row[] {
  const rates: Record<string, number[]> = {}
  for (const [name, all] of Object.entries(loads)) {
    rates[name] = all.map(({ coreRate }) => coreRate)
    say(
      `${one.what}: ${name} ${perSecond(median(rates[name]))} of its processor time, ` +
        `${perSecond(median(all.map(({ rate }) => rate)))} by the clock, generator ${Math.round(median(all.map(({ busy }) => busy)) * 100)} % busy`,
    )
  }
  return ['bare', 'nginx'].flatMap((name): Row[] => {
    const limit = rates[name]
    if (limit === undefined) return []
    const ratio = median(rates.shop!.map((rate, round) => rate / limit[round]!))
    return [
      {
        what: one.what,
        limit: `${name === 'bare' ? 'bare node:http' : 'nginx'} ${perSecond(median(limit))}`,
        figure: perSecond(median(rates.shop!)),
        ratio: ratio.toFixed(2),
        target: name === 'bare' ? '≥ 0.90' : '',
        ok: name === 'bare' ? ratio >= 0.9 : null,
      },
    ]
  })
}
