import type { ReactNode } from 'react'

/** Something failed: what, and what to do. Said at once, since it comes in place of what was asked for. */
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
        <path d="M8 78.5h144M45 59v18M47 61c7 0 10-1 15 4 7-6 12-8 19-8 9 0 13 2 17 6l-5 4 6 3-4 5 3 3M118 78l7-8 9 3 3 5M106 78l4-4 3 4" />
      </svg>
      {title}
      {text !== undefined && <p className="empty-state-text">{text}</p>}
      {children !== undefined && <div className="empty-state-ways">{children}</div>}
    </div>
  )
}
