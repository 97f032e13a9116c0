import type { FastifyInstance } from 'fastify'
import { networkOf, readIp } from './rate.ts'

const header = 'x-forwarded-for'

/**
 * Tidies `X-Forwarded-For` before anything reads it: some proxies add the port, brackets, or write IPv4 as IPv6, and
 * one visitor would then have many addresses. Logs once when a proxy names no address at all.
 */
export function tidyForwarded(app: FastifyInstance): void {
  let isReported = false
  app.addHook('onRequest', async (request) => {
    const { headers } = request.raw
    if (headers[header] === undefined) return
    const named = String(headers[header]).split(',')
    headers[header] = named.map((one) => readIp(one) ?? one.trim()).join(', ')
    if (isReported || readIp(request.ip) !== null) return
    isReported = true
    request.log.warn(
      { forwardedFor: headers[header].slice(-100) },
      'the proxy names no address in X-Forwarded-For: visitors without one share the limits of a single network',
    )
  })
}

/** Logs once that a proxy names its visitors and is not believed: all of them are then one visitor to every limit. */
export function warnOfForwarded(app: FastifyInstance): void {
  let isReported = false
  app.addHook('onRequest', async (request) => {
    if (isReported || request.headers[header] === undefined) return
    isReported = true
    request.log.warn(
      { from: networkOf(request.ip) },
      'X-Forwarded-For arrives and TRUST_PROXY is empty: where `from` is your proxy, all its visitors share the limits of a single network until TRUST_PROXY names it',
    )
  })
}
