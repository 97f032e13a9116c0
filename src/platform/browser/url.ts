import { byId } from './dom.ts'
import { initial } from './state.ts'

/** The path and query: what names a page. */
export function pathOf({ pathname, search }: URL | Location): string {
  return pathname + search
}

/** Private pages: never prefetched and never cached. */
export function isPersonal(url: URL | Location): boolean {
  const path = `${withoutLanguage(url)}/`
  return ['/cart/', '/checkout/', '/auth/', initial().config.router.userPath].some((start) =>
    path.startsWith(start),
  )
}

/** The page type that a URL most likely is, to choose a skeleton: its first segment, or the list of these. */
export function pageAt(url: URL | Location): string {
  const [, first, second] = withoutLanguage(url).split('/')
  if (!first) return 'home'
  if (second) return first
  return [`${first}-list`, first].find((name) => byId(`skeleton-${name}`)) ?? 'category'
}

function withoutLanguage({ pathname }: URL | Location): string {
  return pathname.slice(initial().page.langPath.length)
}
