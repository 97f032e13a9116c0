import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { groupNames, type Groups, type Segment } from '../contract.ts'

/** Matches other than products, by kind; each row scrolls sideways if it is too long. */
export function FoundGroups({ groups, t }: { groups: Groups; t: Translate }): ReactNode {
  const rows = groupNames.filter((name) => groups[name].length > 0)
  if (rows.length === 0) return null
  return (
    <nav className="found-groups" aria-label={t('search.also.label')}>
      {rows.map((name) => (
        <div key={name} className="found-group">
          <h2 className="found-group-name" id={`found-${name}`}>
            {t(`search.also.${name}`)}
          </h2>
          <ul className="found-group-links" aria-labelledby={`found-${name}`}>
            {groups[name].map(({ href, title }) => (
              <li key={href}>
                <a href={href}>
                  <span>
                    <Marked title={title} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Marked({ title }: { title: readonly Segment[] }): ReactNode {
  return title.map(({ text, mark }, index) => (mark ? <mark key={index}>{text}</mark> : text))
}
