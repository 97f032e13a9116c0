import type { ReactNode } from 'react'

interface TooltipProps {
  /** Also what the control inside names in `aria-describedby` and `interestfor`. */
  id: string
  text: string
  /** The control that it explains; it must be reachable by keyboard. */
  children: ReactNode
}

/**
 * A few words about a control while it is pointed at or focused: never the only place where something is said.
 * The browser's own hint where it has them (Escape puts it away), else by styles alone.
 */
export function Tooltip({ id, text, children }: TooltipProps): ReactNode {
  const anchor = `--${id}`
  return (
    <span className="tooltip-place" style={{ anchorName: anchor }}>
      {children}
      <span id={id} popover="hint" role="tooltip" className="tooltip" style={{ positionAnchor: anchor }}>
        {text}
      </span>
    </span>
  )
}
