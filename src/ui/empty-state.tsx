import type { ReactNode } from 'react'

/** Nothing here, said calmly, and a way on. */
export function EmptyState({
  title,
  text,
  children,
}: {
  title: ReactNode
  text?: string
  children?: ReactNode
}): ReactNode {
  return (
    <div className="empty-state">
      <svg
        className="empty-state-picture"
        viewBox="0 0 160 90"
        width={160}
        height={90}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.25}
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M8 78.5h144M71 24h18M73 24c0 7-2 10-6 15-6 7-8 12-8 19 0 9 4 16 8 20.5h26c4-4.5 8-11.5 8-20.5 0-7-2-12-8-19-4-5-6-8-6-15M80 24c0-9 4-15 12-18M80 17c-3-5-7-7-12-7" />
      </svg>
      {title}
      {text !== undefined && <p className="empty-state-text">{text}</p>}
      {children !== undefined && <div className="empty-state-ways">{children}</div>}
    </div>
  )
}
