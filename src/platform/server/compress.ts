import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { accepts, encodingFor } from './pages/hit.ts'

/** Bytes: below this the headers of a compressed answer cost more than it saves. */
const leastBytes = 1_000

/** A third of the time that Brotli takes, for up to a tenth more bytes. */
const quick = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

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
    const accepted = request.headers['accept-encoding']
    if (isSentOnce(reply) && accepts(accepted, 'zstd')) {
      reply.header('content-encoding', 'zstd')
      return zstdCompressSync(payload, quick)
    }
    const encoding = encodingFor(accepted)
    if (encoding === null) return payload
    reply.header('content-encoding', encoding)
    return encoding === 'br'
      ? brotliCompressSync(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : gzipSync(payload, { level: 4 })
  })
}

/** Pages and calls of one visitor, unlike the theme: packing them is a good part of answering. */
function isSentOnce(reply: FastifyReply): boolean {
  return String(reply.getHeader('cache-control')).includes('no-store')
}
