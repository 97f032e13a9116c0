import type { ReactNode } from 'react'
import { IconButton } from '../forms/button.tsx'
import { Icon } from '../icon.tsx'

interface DialogProps {
  /** The id for `opens(id)` on a button. */
  id: string
  title: string
  closeText: string
  children: ReactNode
  /** Buttons at the end. */
  foot?: ReactNode
}

/**
 * A native modal dialog: the focus stays in it and returns to its button; Escape, its cross and a press outside
 * close it. Buttons in a `<form method="dialog">` close it as well.
 */
export function Dialog({ id, title, closeText, children, foot }: DialogProps): ReactNode {
  return (
    <dialog id={id} popover="auto" closedby="any" className="dialog" aria-labelledby={`${id}-title`}>
      <div className="dialog-head">
        <h2 className="dialog-title" id={`${id}-title`}>
          {title}
        </h2>
        <IconButton
          label={closeText}
          command="close"
          commandfor={id}
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          <Icon name="close" />
        </IconButton>
      </div>
      <div className="dialog-body">{children}</div>
      {foot !== undefined && <div className="dialog-foot">{foot}</div>}
    </dialog>
  )
}
