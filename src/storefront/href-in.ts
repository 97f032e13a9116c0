import type { Ctx } from '#platform/server/context.ts'

/** A path of the shop in the language of the page; a URL elsewhere as it is. */
export function hrefIn({ langPath }: Pick<Ctx, 'langPath'>, href: string): string {
  // `/zh` is the home page, not `/zh/`.
  return href.startsWith('/') ? `${langPath}${href}`.replace(/(.)\/$/, '$1') : href
}
