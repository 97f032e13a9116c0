import type { ReactNode } from 'react'

export interface Moment {
  /** ISO 8601. */
  at: string
  /** The same in words of the visitor's language. */
  when: string
  title: string
  text?: ReactNode
  /** It is expected: the present state is the moment below. */
  isComing?: boolean
}

/** Events, the newest first. The first that has happened is the present state. */
export function Timeline({ moments, label }: { moments: readonly Moment[]; label: string }): ReactNode {
  return (
    <ol className="timeline" aria-label={label}>
      {moments.map(({ at, when, title, text, isComing = false }) => (
        <li
          key={`${at} ${title}`}
          className={isComing ? 'timeline-moment timeline-coming' : 'timeline-moment'}
        >
          <p className="timeline-title">{title}</p>
          <time className="timeline-when" dateTime={at}>
            {when}
          </time>
          {text !== undefined && <p className="timeline-text">{text}</p>}
        </li>
      ))}
    </ol>
  )
}
