import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asFile } from '#platform/server/files/file-headers.ts'

/** Stylesheets of the configuration's theme by their address, which has a hash of the content. */
export interface Themes {
  add(href: string, css: string): void
  get(href: string): string | undefined
  newest(): string | undefined
  /** One of a draft, which is in the place of no other. */
  addDraft(href: string, css: string): void
  /** A drawing of the theme, such as its logo. */
  addDrawing(href: string, svg: Buffer): void
  drawing(href: string): Buffer | undefined
}

/** Pages with a former theme may still be open or on their way: so many are kept. */
const mostThemes = 5
const mostDrawings = 100

export function createThemes(): Themes {
  const themes = new Map<string, string>()
  const drafts = new Map<string, string>()
  const drawings = new Map<string, Buffer>()
  return {
    add(href, css) {
      // Put last: the newest is the one that the configuration has now, also when it had it before.
      themes.delete(href)
      themes.set(href, css)
      if (themes.size > mostThemes) themes.delete(themes.keys().next().value!)
    },
    get: (href) => themes.get(href) ?? drafts.get(href),
    addDraft(href, css) {
      drafts.delete(href)
      drafts.set(href, css)
      if (drafts.size > mostThemes) drafts.delete(drafts.keys().next().value!)
    },
    newest: () => [...themes.values()].at(-1),
    addDrawing(href, svg) {
      drawings.delete(href)
      drawings.set(href, svg)
      if (drawings.size > mostDrawings) drawings.delete(drawings.keys().next().value!)
    },
    drawing: (href) => drawings.get(href),
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
    return reply.header('cache-control', 'public, max-age=31536000, immutable').send(css)
  })
  app.get('/theme.:hash.svg', async (request, reply) => {
    const href = request.url.split('?')[0]!
    if (themes.drawing(href) === undefined) await prepare(request)
    const svg = themes.drawing(href)
    if (svg === undefined) return reply.callNotFound()
    // Opened by itself, it is a document of this shop: it may do nothing.
    return asFile(reply)
      .type('image/svg+xml')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(svg)
  })
}
