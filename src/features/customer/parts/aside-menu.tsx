import type { ReactNode } from 'react'
import type { SkeletonName } from '#wire/page.ts'

interface AsideMenuProps {
  /** Its name for screen readers. */
  label: string
  /** Their skeleton. */
  page?: SkeletonName
  items: readonly {
    href: string
    text: string
    isHere: boolean
    /** A number beside it, and what it says. */
    note?: { text: string; label: string } | null
  }[]
  /** What stands below: the way out. */
  children?: ReactNode
}

/** The pages of an area: a list beside them, on a phone a row above them that can be pushed aside. */
export function AsideMenu({ label, page, items, children }: AsideMenuProps): ReactNode {
  return (
    <nav className="aside-menu" aria-label={label}>
      <ul>
        {items.map(({ href, text, isHere, note = null }) => (
          <li key={href}>
            <a href={href} data-page={page} aria-current={isHere ? 'page' : undefined}>
              {text}
              {note !== null && (
                <span className="aside-menu-note">
                  <span aria-hidden="true">{note.text}</span>
                  <span className="visually-hidden">{note.label}</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      {children}
    </nav>
  )
}
