import type { ReactNode } from 'react'

/** Nothing here, said calmly, and a way on. */
export function EmptyState({ title, text, children }: { title: ReactNode; text?: string; children?: ReactNode }): ReactNode {
  return (
    <div className="empty-state">
      <svg className="empty-state-picture" viewBox="0 0 160 90" width={160} height={90} fill="none" stroke="currentColor" strokeWidth={1.25} strokeLinecap="round" aria-hidden="true">
        <path d="M8 78.5h144M64 78V55c-7-5-8-17 0-22l2-9h28l2 9c8 5 7 17 0 22v23M67 24h26M80 24c0-9 4-15 11-19M80 17c-3-5-7-7-12-7" />
      </svg>
      {title}
      {text !== undefined && <p className="empty-state-text">{text}</p>}
      {children !== undefined && <div className="empty-state-ways">{children}</div>}
    </div>
  )
}
