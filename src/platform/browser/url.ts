import { initial } from './state.ts'

/** The path and query: what names a page. */
export function pathOf({ pathname, search }: URL | Location): string {
  return pathname + search
}

/** Private pages, as far as a URL tells: never prefetched. */
export function isPersonal(url: URL | Location): boolean {
  return isAt(initial().page.personal, url)
}

/** The name of the skeleton whose paths have this one; null when there is none. */
export function pageAt(url: URL | Location): string | null {
  for (const { id, dataset } of document.querySelectorAll<HTMLElement>('[data-paths]'))
    if (isAt(dataset['paths']!, url)) return id.slice('skeleton-'.length)
  return null
}

/** Whether the path is one of `paths`, as the server writes them: the source of a regular expression, without language. */
function isAt(paths: string, { pathname }: URL | Location): boolean {
  return RegExp(`^(${paths})/?$`).test(pathname.slice(initial().page.langPath.length))
}
