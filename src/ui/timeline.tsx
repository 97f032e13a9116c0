import type { ReactNode } from 'react'

export interface Moment {
  /** ISO 8601. */
  at: string
  /** The same in words of the visitor's language. */
  when: string
  title: string
  text?: ReactNode
}

/** Events, the newest first; the first is the present state. */
export function Timeline({ moments, label }: { moments: readonly Moment[]; label: string }): ReactNode {
  return (
    <ol className="timeline" aria-label={label}>
      {moments.map(({ at, when, title, text }) => (
        <li key={`${at} ${title}`} className="timeline-moment">
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
