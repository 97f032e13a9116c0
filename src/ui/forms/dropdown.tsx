import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'

interface DropdownProps {
  id: string
  /** The button's content. */
  text: ReactNode
  /** `DropdownItem`s. */
  children: ReactNode
  disabled?: boolean
}

/**
 * A few links or actions behind a button. A native popover: opened and closed without scripts, Escape and a press
 * outside close it. It hangs on its button where the browser can anchor it, else it rises from the window's foot.
 */
export function Dropdown({ id, text, children, disabled = false }: DropdownProps): ReactNode {
  const anchor = `--${id}`
  return (
    <>
      <button
        type="button"
        className="button button-quiet dropdown-button"
        popoverTarget={id}
        disabled={disabled}
        style={{ anchorName: anchor }}
      >
        {text}
        <Icon name="chevron" size={16} />
      </button>
      <div id={id} popover="auto" className="dropdown" style={{ positionAnchor: anchor }}>
        <ul>{children}</ul>
      </div>
    </>
  )
}

/** One of them: a link where `href` is given, else a button that sends `name` and `value` with the form around it. */
export function DropdownItem({
  href,
  current = false,
  name,
  value,
  children,
}: {
  href?: string
  current?: boolean
  name?: string
  value?: string
  children: ReactNode
}): ReactNode {
  const mark = current ? 'true' : undefined
  return (
    <li>
      {href === undefined ? (
        <button type="submit" className="dropdown-item" name={name} value={value} aria-current={mark}>
          {children}
        </button>
      ) : (
        <a className="dropdown-item" href={href} aria-current={mark}>
          {children}
        </a>
      )}
    </li>
  )
}
