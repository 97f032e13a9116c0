import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { encodingFor } from './pages/hit.ts'

/** Bytes: below this the headers of a compressed answer cost more than it saves. */
const leastBytes = 1_000

const textual = /^(?:text\/|application\/(?:json|manifest\+json|xml)|image\/svg)/

/**
 * Compresses the texts that are made for one request: calls, private pages, the theme. Cached pages and built files
 * are compressed already.
 */
export function compressTexts(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < leastBytes) return payload
    if (reply.hasHeader('content-encoding') || !textual.test(String(reply.getHeader('content-type'))))
      return payload
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === null) return payload
    reply.header('content-encoding', encoding)
    // It is sent once: quickly packed beats tightly packed.
    return encoding === 'br'
      ? brotliCompressSync(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : gzipSync(payload, { level: 4 })
  })
}
