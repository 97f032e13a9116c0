import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'

/*
 * Loaded into a server by `node --import`: the time of each request from its headers to handing the last byte of the
 * answer to the system, one line of milliseconds each, in the file that SERVER_TIMES names. The time until the server
 * reads a request is not included; it is part of the client's time.
 */

const file = process.env['SERVER_TIMES']
if (file !== undefined && file !== '') {
  const begun = new WeakMap<IncomingMessage, number>()
  let lines: string[] = []
  subscribe('http.server.request.start', (message) => {
    begun.set((message as { request: IncomingMessage }).request, performance.now())
  })
  subscribe('http.server.response.finish', (message) => {
    const { request } = message as { request: IncomingMessage; response: ServerResponse }
    lines.push(`${(performance.now() - (begun.get(request) ?? Number.NaN)).toFixed(3)} ${request.url}\n`)
  })
  setInterval(() => {
    if (lines.length > 0) appendFileSync(file, lines.join(''))
    lines = []
  }, 50).unref()
}
