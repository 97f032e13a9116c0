import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asFile } from '#platform/server/files/file-headers.ts'
import { mostThemeFiles } from './rules/theme-folder.ts'

/** Stylesheets of the configuration's theme and files of its folder, by their address, which has a hash of the content. */
export interface Themes {
  add(href: string, css: string): void
  get(href: string): string | undefined
  newest(): string | undefined
  /** One of a draft, which is in the place of no other. */
  addDraft(href: string, css: string): void
  /** A drawing of the theme, such as its logo, or a font of one of its faces. */
  addFile(href: string, content: Buffer): void
  /** Drafts that many look at leave the files of the shop's theme where they are. */
  addDraftFile(href: string, content: Buffer): void
  file(href: string): Buffer | undefined
}

/**
 * Pages with a former theme may still be open or on their way: so many stylesheets are kept. A theme has two at the
 * most: the whole, and its own styles for its sections.
 */
const mostStylesheets = 10

export function createThemes(): Themes {
  const [themes, drafts] = [createRecent<string>(mostStylesheets), createRecent<string>(mostStylesheets)]
  // As many as one theme can have: the newest is always there as a whole.
  const [files, draftFiles] = [createRecent<Buffer>(mostThemeFiles), createRecent<Buffer>(mostThemeFiles)]
  return {
    add: themes.add,
    get: (href) => themes.get(href) ?? drafts.get(href),
    newest: themes.newest,
    addDraft: drafts.add,
    addFile: files.add,
    addDraftFile: draftFiles.add,
    file: (href) => files.get(href) ?? draftFiles.get(href),
  }
}

interface Recent<T> {
  add(href: string, value: T): void
  get(href: string): T | undefined
  newest(): T | undefined
}

/** The last ones that were added. */
function createRecent<T>(most: number): Recent<T> {
  const values = new Map<string, T>()
  return {
    add(href, value) {
      // Put last: the newest is the one that the configuration has now, also when it had it before.
      values.delete(href)
      values.set(href, value)
      if (values.size > most) values.delete(values.keys().next().value!)
    },
    get: (href) => values.get(href),
    newest: () => [...values.values()].at(-1),
  }
}

/** @param prepare reads the draft that a visitor is shown, if any: another node may have made the page */
export function serveTheme(
  app: FastifyInstance,
  themes: Themes,
  prepare: (request: FastifyRequest) => Promise<unknown>,
): void {
  app.get('/theme.:hash.css', async (request, reply) => {
    const href = request.url.split('?')[0]!
    if (themes.get(href) === undefined) await prepare(request)
    const css = themes.get(href)
    asFile(reply).type('text/css; charset=utf-8')
    // This node never had that theme: it belongs to an older configuration. The newest is the closest.
    if (css === undefined) return reply.header('cache-control', 'no-cache').send(themes.newest())
    return reply.header('cache-control', forever).send(css)
  })
  const serveFile = async (
    request: FastifyRequest,
    reply: FastifyReply,
    headers: Readonly<Record<string, string>>,
  ): Promise<FastifyReply | void> => {
    const href = request.url.split('?')[0]!
    if (themes.file(href) === undefined) await prepare(request)
    const content = themes.file(href)
    if (content === undefined) return reply.callNotFound()
    return asFile(reply).headers(headers).header('cache-control', forever).send(content)
  }
  app.get('/theme.:hash.woff2', (request, reply) => serveFile(request, reply, fontHeaders))
  app.get('/theme.:hash.svg', (request, reply) => serveFile(request, reply, drawingHeaders))
}

const forever = 'public, max-age=31536000, immutable'
const fontHeaders = { 'content-type': 'font/woff2' }
const drawingHeaders = {
  'content-type': 'image/svg+xml',
  // Opened by itself, it is a document of this shop: it may do nothing.
  'content-security-policy': "sandbox; default-src 'none'",
}
