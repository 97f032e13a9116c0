import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'
import { byWord } from '#domain/by-word.ts'
import { filmsBase } from './contract.ts'

/*
 * Films and their captions, as the merchant gave them, below `films` in the media folder: nothing is made of them, and
 * they are sent in the parts that a player asks for.
 */

const types: Readonly<Record<string, string>> = byWord({
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
})

/** `GET /media/films/<path>`. Other kinds of files are a 404. */
export function filmRoutes({ mediaDir }: { mediaDir: string }): FastifyPluginAsync {
  return async (app) => {
    const root = join(mediaDir, 'films')
    await mkdir(root, { recursive: true })
    await app.register(fastifyStatic, {
      root,
      prefix: filmsBase,
      decorateReply: false,
      index: false,
      dotfiles: 'ignore',
      allowedPath: (path) => typeOf(path) !== undefined,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', 'public, max-age=3600')
        reply.header('content-security-policy', "sandbox; default-src 'none'")
        reply.header('content-type', typeOf(path) ?? 'application/octet-stream')
      },
    })
  }
}

function typeOf(path: string): string | undefined {
  return types[path.toLowerCase().split('.').at(-1) ?? '']
}
