import type { ReactNode } from 'react'
import { IconButton } from '../forms/button.tsx'
import { Icon } from '../icon.tsx'

interface SheetProps {
  /** The id for a button's `popoverTarget`. */
  id: string
  title: string
  closeText: string
  /** Where it comes from. */
  side: 'start' | 'end' | 'top' | 'bottom'
  className?: string
  children: ReactNode
}

/** A native popover along one side of the window: opened by `popoverTarget`, closed by Escape, a press outside, or its cross. */
export function Sheet({ id, title, closeText, side, className, children }: SheetProps): ReactNode {
  return (
    <div
      id={id}
      popover="auto"
      role="dialog"
      aria-label={title}
      data-sheet=""
      className={`sheet sheet-${side}${className === undefined ? '' : ` ${className}`}`}
    >
      <div className="sheet-head">
        <p className="sheet-title">{title}</p>
        <IconButton label={closeText} popoverTarget={id} popoverTargetAction="hide">
          <Icon name="close" />
        </IconButton>
      </div>
      <div className="sheet-body">{children}</div>
    </div>
  )
}
