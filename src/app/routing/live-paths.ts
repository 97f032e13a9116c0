import { shownAmong } from '#features/names/queries.ts'
import type { EntryKind } from '#features/names/contract.ts'
import type { ShopPages } from '#features/redirects/shop.ts'
import { createRouter } from '#platform/server/pages/router.ts'
import type { ShopRouter } from '#wire/shop-config.ts'
import { routes } from '../routes.ts'
import { entryOf, meantLanguage } from './elsewhere.ts'
import { isProgramPath } from './route-faults.ts'

/** The pages of a shop with these rules, for whoever stores redirects. @param publicUrl null where it is not known */
export function shopPages(router: ShopRouter, publicUrl: string | null): ShopPages {
  const table = createRouter(routes(router))
  return {
    host: publicUrl === null ? null : new URL(publicUrl).host,
    fault(path, end) {
      // Such a path leads to the shop's own URL in that language, which would lead back.
      if (meantLanguage(path) !== null)
        return `${path} begins with a language: leave it out, since a redirect goes for all languages`
      return end === 'source' && isProgramPath(path) ? `${path} is an address of the program` : null
    },
    async live(db, paths) {
      const live = new Set<string>()
      const entries = new Map<EntryKind, Map<string, string[]>>()
      for (const path of new Set(paths)) {
        const found = table.match(path)
        if (found === null || found.target.name === 'not-found') continue
        const entry = entryOf({ page: found.target, params: found.params })
        if (entry === null) live.add(path)
        else {
          const slugs = entries.get(entry.kind) ?? new Map<string, string[]>()
          slugs.set(entry.slug, [...(slugs.get(entry.slug) ?? []), path])
          entries.set(entry.kind, slugs)
        }
      }
      for (const [kind, slugs] of entries)
        for (const slug of await shownAmong(db, kind, [...slugs.keys()]))
          for (const path of slugs.get(slug)!) live.add(path)
      return live
    },
  }
}
