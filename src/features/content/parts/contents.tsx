import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import type { Heading } from '../contract.ts'

/** Shorter texts are looked through faster without. */
const fewest = 3

/** Links to the sections of a text: next to it, or folded above it on small screens. */
export function Contents({ headings, ctx: { t } }: { headings: readonly Heading[]; ctx: Ctx }): ReactNode {
  if (headings.length < fewest) return null
  const title = t('article.contents')
  return (
    <>
      <details className="contents-folded">
        <summary>{title}</summary>
        <Links headings={headings} />
      </details>
      <nav className="contents-beside" aria-label={title}>
        <p className="contents-title">{title}</p>
        <Links headings={headings} />
      </nav>
    </>
  )
}

function Links({ headings }: { headings: readonly Heading[] }): ReactNode {
  return (
    <ol className="contents">
      {headings.map(({ id, title, level }) => (
        <li key={id} className={level === 3 ? 'contents-below' : undefined}>
          <a href={`#${encodeURIComponent(id)}`}>{title}</a>
        </li>
      ))}
    </ol>
  )
}
