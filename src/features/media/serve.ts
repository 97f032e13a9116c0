import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '#platform/server/db/db.ts'
import { asFile } from '#platform/server/files/file-headers.ts'
import type { Media } from './rules/open-media.ts'
import { readTile } from './rules/tile.ts'
import { ImagingBusy } from './imaging.ts'
import { picturesByKeys } from './queries.ts'
import { fileName, readRendition, type Origin, type Rendition } from './renditions.ts'
import { isKey } from './store.ts'

export interface MediaAnswer {
  status: 200 | 304 | 404 | 503
  headers: Record<string, string>
  body: Buffer | null
}

export interface MediaDoor {
  db: Db
  media: Media
  /** Called when a listed picture has lost its original. */
  onMissing?: (key: string) => void
}

const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/**
 * `GET /media/<key>/<width>.<avif|webp|jpg>` and `/media/<key>/og.jpg`. Any other path, width or key is a 404.
 * The worker ends with the server.
 */
export function mediaRoutes({ db, media }: { db: Db; media: Media }): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onClose', async () => media.close())
    app.get<{ Params: { key: string; file: string } }>('/media/:key/:file', async (request, reply) => {
      const door: MediaDoor = {
        db,
        media,
        onMissing: (key) => request.log.error({ key }, 'the original of a picture is missing'),
      }
      const { key, file } = request.params
      const { status, headers, body } = await answerMedia(
        door,
        `${key}/${file}`,
        request.headers['if-none-match'],
      )
      return (status === 200 ? asFile(reply) : reply).code(status).headers(headers).send(body)
    })
  }
}

/** @param path what follows `/media/`. */
export async function answerMedia(door: MediaDoor, path: string, known?: string): Promise<MediaAnswer> {
  const [key = '', file = '', ...rest] = path.split('/')
  const rendition = readRendition(file)
  if (!isKey(key) || rendition === null || rest.length > 0) return missing()
  try {
    const body = await door.media.file(key, rendition, () => originOf(door, key))
    return body === null ? missing() : found(key, rendition, body, known)
  } catch (error) {
    if (!(error instanceof ImagingBusy)) throw error
    return { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '2' }, body: null }
  }
}

/** The source of a listed picture; null if it is not listed, or has lost its original. */
export async function originOf({ db, media, onMissing }: MediaDoor, key: string): Promise<Origin | null> {
  const [row] = await picturesByKeys(db, [key])
  if (row === undefined) return null
  if (row.made !== null) return { tile: readTile(row.made) }
  const path = await media.store.original(key)
  if (path === null) onMissing?.(key)
  return path === null ? null : { path }
}

function found(key: string, rendition: Rendition, body: Buffer, known: string | undefined): MediaAnswer {
  // The length tells a file that a newer Violet encoded anew from the one that a browser keeps.
  const etag = `"${key}-${fileName(rendition)}-${body.byteLength.toString(36)}"`
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    etag,
  }
  if (matches(known, etag)) return { status: 304, headers, body: null }
  const type = types[rendition === 'share' ? 'jpg' : rendition.format]
  return { status: 200, headers: { ...headers, 'content-type': type }, body }
}

function missing(): MediaAnswer {
  return { status: 404, headers: { 'cache-control': 'public, max-age=60' }, body: null }
}

/** RFC 9110 §13.1.2: the weak comparison, over a list or `*`. */
function matches(known: string | undefined, etag: string): boolean {
  if (known === undefined) return false
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*')
}
