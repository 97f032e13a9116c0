import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from './scale-addresses.ts'

/** A request: a page by its path, or a call. */
export type Asked = string | { path: string; body: string }

/** Milliseconds of each request: as the server had it, and as the client waited for it. */
export interface Times {
  server: number[]
  client: number[]
}

export const clients = 16

/** The server as `bench/server-times.ts` hears it. */
export interface Heard {
  port: number
  /** Where the times are written. */
  file: string
}

/** Opens each page once, with `clients` at a time, each pausing for `pause` ms on average before the next. */
export async function visit(
  { port, file }: Heard,
  asked: readonly Asked[],
  pause: number,
  random: Dice,
): Promise<Times> {
  const before = (await linesOf(file)).length
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const client: number[] = []
  const left = [...asked]
  await Promise.all(
    Array.from({ length: clients }, async () => {
      if (pause > 0) await sleep(random(pause))
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        client.push(await timeOf(agent, port, next))
        if (pause > 0) await sleep(pause / 2 + random(pause))
      }
    }),
  )
  agent.destroy()
  for (let attempt = 0; attempt < 100; attempt++) {
    const server = (await linesOf(file)).slice(before)
    if (server.length >= asked.length)
      return { client, server: server.map((line) => Number.parseFloat(line)) }
    await sleep(50)
  }
  throw new Error('the server did not tell its times')
}

async function linesOf(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(0, -1)
}

function timeOf(agent: Agent, port: number, asked: Asked): Promise<number> {
  const begun = performance.now()
  const call = typeof asked === 'string' ? null : asked
  const path = typeof asked === 'string' ? asked : asked.path
  return new Promise((resolve, reject) => {
    const headers = {
      'accept-encoding': 'gzip, br',
      'user-agent': 'violet-bench',
      host: `localhost:${port}`,
      ...(call
        ? { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
        : { accept: 'text/html' }),
    }
    const sent = request(
      { agent, port, path, host: '127.0.0.1', method: call ? 'POST' : 'GET', headers },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path} was answered with ${answer.statusCode}`))
        answer.once('error', reject)
        answer.once('end', () => resolve(performance.now() - begun))
        answer.resume()
      },
    )
    sent.once('error', reject)
    sent.end(call?.body)
  })
}
