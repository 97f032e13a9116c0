import type { FastifyInstance } from 'fastify'
import type { AnyPage } from '#platform/server/pages/page.ts'
import type { Route } from '#platform/server/pages/router.ts'
import { forcedStyles } from './forced-styles.ts'
import gallery, { galleryStyles } from './gallery.page.tsx'

/** Stands before all routes of the shop. */
export const galleryRoutes: readonly Route<AnyPage>[] = [{ pattern: '/dev/gallery', target: gallery }]

export function serveGalleryStyles(app: FastifyInstance): void {
  app.get(galleryStyles, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(forcedStyles()),
  )
}
