import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface FieldProps extends ComponentProps<'input'> {
  id: string
  label: string
  help?: string
  /** What is wrong, in words. */
  error?: string | undefined
  /** Part of the field, at its start: a currency sign, an icon. */
  before?: ReactNode
}

/** Label above, help below, an error in words beside what it is about. */
export function Field({ id, label, help, error, before, ...input }: FieldProps): ReactNode {
  const notes = [help === undefined ? '' : `${id}-help`, error === undefined ? '' : `${id}-error`]
    .filter((note) => note !== '')
    .join(' ')
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <span className="field-box">
        {before !== undefined && <span className="field-before">{before}</span>}
        <input
          id={id}
          aria-describedby={notes === '' ? undefined : notes}
          aria-invalid={error === undefined ? undefined : true}
          {...input}
        />
      </span>
      {help !== undefined && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

interface SelectProps extends ComponentProps<'select'> {
  id: string
  label: string
  /** The label is for screen readers alone: what it chooses is plain to see. */
  labelHidden?: boolean
}

export function Select({ id, label, labelHidden = false, ...select }: SelectProps): ReactNode {
  return (
    <div className="field">
      <label className={labelHidden ? 'visually-hidden' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      <span className="select">
        <select id={id} {...select} />
        <Icon name="chevron" size={16} />
      </span>
    </div>
  )
}

/** A box to tick with its words; `children` may hold a swatch and a count. */
export function Checkbox({ children, type = 'checkbox', ...input }: ComponentProps<'input'>): ReactNode {
  return (
    <label className="checkbox">
      <input type={type} {...input} />
      {children}
    </label>
  )
}
