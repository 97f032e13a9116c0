import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface Step {
  name: string
  /** Where a step that is done can be done again. */
  href?: string
}

/** Where one is in a row of steps. `done` is read with each step that lies behind. */
export function StepBar({
  steps,
  at,
  label,
  done,
}: {
  steps: readonly Step[]
  /** Index of the step that is being done; `steps.length` when all are. */
  at: number
  label: string
  done: string
}): ReactNode {
  return (
    <ol className="step-bar" aria-label={label}>
      {steps.map(({ name, href }, index) => (
        <li
          key={name}
          className={index < at ? 'step step-done' : 'step'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="step-mark" aria-hidden="true">
            {index < at ? <Icon name="check" size={14} /> : index + 1}
          </span>
          <span className="step-name">
            {href !== undefined && index < at ? <a href={href}>{name}</a> : name}
            {index < at && <span className="visually-hidden">{` (${done})`}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
