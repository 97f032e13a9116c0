import type { FastifyInstance, FastifyRequest } from 'fastify'
import { day, minute, second } from '#domain/time.ts'
import { speculationRules } from '#platform/server/pages/hit.ts'
import { iconOf, iconPath } from '#platform/server/pages/icon.ts'
import { linksFor } from '#wire/links.ts'
import type { ShopConfig } from '#wire/shop-config.ts'

export interface WellKnownOptions {
  shop: () => ShopConfig
  /** Of the draft of the theme that a visitor is shown; null for everybody else. */
  draft: (request: FastifyRequest) => Promise<ShopConfig | null>
  origin: () => string
  /** A drawing of the theme in use by its address. */
  file: (href: string) => Buffer | undefined
}

/**
 * Which documents browsers fetch ahead: those in another language, the only ones that a link to a page of the shop loads
 * whole. All others are visits, which have a prefetch of their own. The rules come with public pages alone.
 */
const rules = {
  prefetch: [{ where: { selector_matches: 'a[hreflang]:not([aria-current])' }, eagerness: 'moderate' }],
}

/** Small files at well-known paths, for machines. */
export function serveWellKnown(app: FastifyInstance, { shop, draft, origin, file }: WellKnownOptions): void {
  const forADay = `public, max-age=${day / second}`
  const forEver = `public, max-age=${(365 * day) / second}, immutable`
  const forMinutes = `public, max-age=${(5 * minute) / second}`
  const security = (): string => linksFor(shop().router, '').user('security')
  app.get(iconPath, async (request, reply) => {
    const seen = await draft(request)
    const { drawing, initial, href } = iconOf(seen ?? shop())
    const own = drawing === null ? undefined : file(drawing)
    const isNamed = request.url === href && (drawing === null) === (own === undefined)
    return reply
      .headers({ 'content-type': 'image/svg+xml', 'content-security-policy': "sandbox; default-src 'none'" })
      .header('cache-control', isNamed ? forEver : seen === null ? forMinutes : 'private, no-store')
      .send(own ?? initial)
  })
  app.get('/favicon.ico', (_request, reply) => reply.redirect(iconPath, 302))
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', forADay)
      .send({
        name: shop().shop.name,
        short_name: shop().shop.name,
        start_url: '/',
        display: 'browser',
        background_color: shop().theme.backgroundColor,
        theme_color: shop().theme.primaryColor,
        icons: [{ src: iconOf(shop()).href, sizes: 'any', type: 'image/svg+xml' }],
      }),
  )
  app.get(speculationRules, (_request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('cache-control', forADay)
      .send(JSON.stringify(rules)),
  )
  // Where password managers send somebody to change a password, and to add or look after passkeys.
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(`${security()}#user-password`, 302),
  )
  app.get('/.well-known/passkey-endpoints', (_request, reply) => {
    const passkeys = `${origin()}${security()}#passkeys`
    return reply.header('cache-control', forADay).send({ enroll: passkeys, manage: passkeys })
  })
  app.get('/.well-known/security.txt', (_request, reply) => {
    const contact = shop().shop.email
    if (contact === null) return reply.callNotFound()
    const expires = new Date((Math.ceil(Date.now() / day) + 180) * day).toISOString()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', forADay)
      .send(
        `Contact: mailto:${contact}\nExpires: ${expires}\nCanonical: ${origin()}/.well-known/security.txt\n`,
      )
  })
}
