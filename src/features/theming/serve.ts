import type { FastifyInstance } from 'fastify'
import { asFile } from '#platform/server/files/file-headers.ts'

/** Stylesheets of the configuration's theme by their address, which has a hash of the content. */
export interface Themes {
  add(href: string, css: string): void
  get(href: string): string | undefined
  newest(): string | undefined
  /** A drawing of the theme, such as its logo. */
  addDrawing(href: string, svg: Buffer): void
  drawing(href: string): Buffer | undefined
  /** A font file of a face. */
  addFont(href: string, woff2: Buffer): void
  font(href: string): Buffer | undefined
}

/** Pages with a former theme may still be open or on their way: so many are kept. */
const mostThemes = 5
const mostFiles = 200

export function createThemes(): Themes {
  const themes = new Map<string, string>()
  const drawings = createFiles()
  const fonts = createFiles()
  return {
    add(href, css) {
      // Put last: the newest is the one that the configuration has now, also when it had it before.
      themes.delete(href)
      themes.set(href, css)
      if (themes.size > mostThemes) themes.delete(themes.keys().next().value!)
    },
    get: (href) => themes.get(href),
    newest: () => [...themes.values()].at(-1),
    addDrawing: drawings.add,
    drawing: drawings.get,
    addFont: fonts.add,
    font: fonts.get,
  }
}

function createFiles(): { add(href: string, content: Buffer): void; get(href: string): Buffer | undefined } {
  const files = new Map<string, Buffer>()
  return {
    add(href, content) {
      files.delete(href)
      files.set(href, content)
      if (files.size > mostFiles) files.delete(files.keys().next().value!)
    },
    get: (href) => files.get(href),
  }
}

export function serveTheme(app: FastifyInstance, themes: Themes): void {
  app.get('/theme.:hash.css', (request, reply) => {
    const css = themes.get(request.url.split('?')[0]!)
    asFile(reply).type('text/css; charset=utf-8')
    // This node never had that theme: it belongs to an older configuration. The newest is the closest.
    if (css === undefined) return reply.header('cache-control', 'no-cache').send(themes.newest())
    return reply.header('cache-control', 'public, max-age=31536000, immutable').send(css)
  })
  app.get('/theme.:hash.woff2', (request, reply) => {
    const woff2 = themes.font(request.url.split('?')[0]!)
    if (woff2 === undefined) return reply.callNotFound()
    return asFile(reply)
      .type('font/woff2')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(woff2)
  })
  app.get('/theme.:hash.svg', (request, reply) => {
    const svg = themes.drawing(request.url.split('?')[0]!)
    if (svg === undefined) return reply.callNotFound()
    // Opened by itself, it is a document of this shop: it may do nothing.
    return asFile(reply)
      .type('image/svg+xml')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(svg)
  })
}
