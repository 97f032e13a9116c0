import type { ReactNode } from 'react'

/** A failure: what failed, and what to do. Announced at once, since it replaces the requested content. */
export function ErrorState({
  title,
  text,
  children,
}: {
  title: ReactNode
  text?: string
  children?: ReactNode
}): ReactNode {
  return (
    <div className="empty-state" role="alert">
      <svg
        className="empty-state-picture"
        viewBox="0 0 160 90"
        width={160}
        height={90}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.25}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M8 78.5h144M71 24l5 3 5-4 4 3 4-2M73 25c0 6-2 9-6 14-6 7-8 12-8 19 0 9 4 16 8 20.5h26c4-4.5 8-11.5 8-20.5 0-7-2-12-8-19-4-5-6-8-6-14M76 27l3 9-5 7 7 7-4 9 5 6M114 78.5l4-7 8 2 3 5M137 78.5l2-3 3 3" />
      </svg>
      {title}
      {text !== undefined && <p className="empty-state-text">{text}</p>}
      {children !== undefined && <div className="empty-state-ways">{children}</div>}
    </div>
  )
}
