import { byId } from './dom.ts'
import { initial } from './state.ts'

/** The path and query: what names a page. */
export function pathOf({ pathname, search }: URL | Location): string {
  return pathname + search
}

const PERSONAL = ['/cart/', '/checkout/', '/order/', '/payment/', '/inquiry/thankyou/', '/auth/']

/** Private pages, as far as a URL tells: never prefetched. */
export function isPersonal(url: URL | Location): boolean {
  const { userPath, categories } = initial().config.router
  const checkouts = categories.flatMap(({ type, path }) => (type === 'checkout' ? path.split(':')[0]! : []))
  const path = `${withoutLanguage(url)}/`
  return [...PERSONAL, userPath, ...checkouts].some((start) => path.startsWith(start))
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
