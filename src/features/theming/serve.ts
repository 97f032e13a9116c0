import type { FastifyInstance } from 'fastify'
import { asFile } from '#platform/server/files/file-headers.ts'

/** Stylesheets of the configuration's theme by their address, which has a hash of the content. */
export interface Themes {
  add(href: string, css: string): void
  get(href: string): string | undefined
  newest(): string | undefined
}

/** Pages with a former theme may still be open or on their way: so many are kept. */
const mostThemes = 5

export function createThemes(): Themes {
  const themes = new Map<string, string>()
  return {
    add(href, css) {
      // Put last: the newest is the one that the configuration has now, also when it had it before.
      themes.delete(href)
      themes.set(href, css)
      if (themes.size > mostThemes) themes.delete(themes.keys().next().value!)
    },
    get: (href) => themes.get(href),
    newest: () => [...themes.values()].at(-1),
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
}
