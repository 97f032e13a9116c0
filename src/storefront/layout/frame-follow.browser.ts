import { initial } from '#platform/browser/state.ts'

/** Language links and form targets follow the current page. */
export function followPage(): void {
  const { pathname, search } = location
  const path = pathname.slice(initial().page.langPath.length) || '/'
  each<HTMLAnchorElement>('[data-lang-path]', (link) => {
    // `/zh` is the home page, not `/zh/`.
    link.href = (link.dataset['langPath']! + path).replace(/(.)\/$/, '$1') + search
  })
  each<HTMLInputElement>('[data-here]', (field) => (field.value = pathname + search))
}

function each<E extends HTMLElement>(selector: string, run: (element: E) => void): void {
  document.querySelectorAll<E>(selector).forEach(run)
}
