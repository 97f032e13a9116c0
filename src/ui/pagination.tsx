import type { ReactNode } from 'react'

interface PaginationProps {
  page: number
  pages: number
  hrefOf: (page: number) => string
  texts: { label: string; previous: string; next: string; page: (page: number) => string }
}

/** Links to the neighbours, the ends, and pages nearby. */
export function Pagination({ page, pages, hrefOf, texts }: PaginationProps): ReactNode {
  if (pages <= 1) return null
  return (
    <nav className="pagination" aria-label={texts.label}>
      {page > 1 && (
        <a className="pagination-step" href={hrefOf(page - 1)} rel="prev">
          {texts.previous}
        </a>
      )}
      <ol>
        {pagesShown(page, pages).map((shown, index) => (
          <li key={shown ?? `gap-${index}`}>
            {shown === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a
                href={hrefOf(shown)}
                aria-label={texts.page(shown)}
                aria-current={shown === page ? 'page' : undefined}
              >
                {shown}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <a className="pagination-step" href={hrefOf(page + 1)} rel="next">
          {texts.next}
        </a>
      )}
    </nav>
  )
}

/** The first, the last, and one on each side of `page`; null stands for pages left out. */
export function pagesShown(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((shown) => shown >= 1 && shown <= pages)
  const sorted = [...new Set(near)].toSorted((a, b) => a - b)
  return sorted.flatMap((shown, index) => {
    const left = shown - (sorted[index - 1] ?? 0) - 1
    if (left === 0) return [shown]
    // A gap of one page is that page.
    return left === 1 ? [shown - 1, shown] : [null, shown]
  })
}
