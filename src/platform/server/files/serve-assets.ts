import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { accepts } from '../pages/hit.ts'
import type { AssetDeltas } from './asset-deltas.ts'
import { asFile } from './file-headers.ts'

/** As in `cache-control`: the name of a built file has a hash of its content. */
const forEver = `max-age=${365 * 24 * 3_600}, immutable`

/**
 * Built scripts and stylesheets, as they were compressed by the build; where the browser has a former version, as the
 * difference to that.
 */
export async function serveAssets(
  app: FastifyInstance,
  folder: string,
  deltas: AssetDeltas | null,
): Promise<void> {
  await app.register(async (files) => {
    if (deltas !== null) sendDeltas(files, deltas)
    await files.register(fastifyStatic, {
      root: folder,
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      index: false,
      // A name with a hash never stands for other bytes: there is nothing to ask about, and scripts are not resumed.
      lastModified: false,
      acceptRanges: false,
      setHeaders: asFile,
    })
  })
}

function sendDeltas(files: FastifyInstance, deltas: AssetDeltas): void {
  files.addHook('onRequest', async (request, reply) => {
    // A browser names `dcz` only where it has a dictionary already. All that understand it name zstd too, at an origin
    // that is secure: elsewhere, and in other browsers, the header has no use.
    const encodings = request.headers['accept-encoding']
    if (request.method !== 'GET' || !(accepts(encodings, 'zstd') || accepts(encodings, 'dcz'))) return
    const file = request.url.split('?', 1)[0]!.slice('/assets/'.length)
    const match = deltas.match(file)
    if (match === null) return
    reply.header('use-as-dictionary', match)
    const delta = await deltas.find(file, request.headers)
    if (delta === null) return
    // Private, as not every shared cache heeds `vary`, and one that does would keep a copy for each former version. It
    // has no ETag: a name with a hash is never asked about again.
    return asFile(reply)
      .type(file.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
      .header('content-encoding', 'dcz')
      .header('vary', 'accept-encoding, available-dictionary')
      .header('cache-control', `private, ${forEver}`)
      .send(delta)
  })
}
