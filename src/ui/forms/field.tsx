import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../icon.tsx'

interface Notes {
  id: string
  help?: string | undefined
  /** The error, in words. */
  error?: string | undefined
}

interface Labelled extends Notes {
  label: string
}

interface FieldProps extends ComponentProps<'input'>, Labelled {
  id: string
  /** Part of the field, at its start: a currency sign, an icon. */
  before?: ReactNode
}

/** Label above, help below, an error in words next to the field. */
export function Field({ id, label, help, error, before, ...input }: FieldProps): ReactNode {
  const notes = { id, help, error }
  return (
    <div className="field">
      <FieldLabel id={id} label={label} />
      <span className="field-box">
        {before !== undefined && <span className="field-before">{before}</span>}
        <input id={id} {...noted(notes)} {...input} />
      </span>
      <FieldNotes {...notes} />
    </div>
  )
}

interface TextAreaProps extends ComponentProps<'textarea'>, Labelled {
  id: string
}

/** A field of several lines; it grows with what is written where the browser can. */
export function TextArea({ id, label, help, error, rows = 4, ...area }: TextAreaProps): ReactNode {
  const notes = { id, help, error }
  return (
    <div className="field">
      <FieldLabel id={id} label={label} />
      <span className="field-box">
        <textarea id={id} rows={rows} {...noted(notes)} {...area} />
      </span>
      <FieldNotes {...notes} />
    </div>
  )
}

interface SelectProps extends ComponentProps<'select'>, Labelled {
  id: string
  /** The label is for screen readers alone: what it chooses is plain to see. */
  labelHidden?: boolean
}

export function Select({ id, label, labelHidden = false, help, error, ...select }: SelectProps): ReactNode {
  const notes = { id, help, error }
  return (
    <div className="field">
      <FieldLabel id={id} label={label} hidden={labelHidden} />
      <span className="select">
        <select id={id} {...noted(notes)} {...select} />
        <Icon name="chevron" size={16} />
      </span>
      <FieldNotes {...notes} />
    </div>
  )
}

export function FieldLabel({
  id,
  label,
  hidden = false,
}: {
  id: string
  label: string
  hidden?: boolean
}): ReactNode {
  return (
    <label className={hidden ? 'visually-hidden' : 'field-label'} htmlFor={id}>
      {label}
    </label>
  )
}

/** Help and error below a field. */
export function FieldNotes({ id, help, error }: Notes): ReactNode {
  return (
    <>
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
    </>
  )
}

/** Ties a field to its notes. */
export function noted({ id, help, error }: Notes): { 'aria-describedby'?: string; 'aria-invalid'?: true } {
  const notes = [help === undefined ? [] : [`${id}-help`], error === undefined ? [] : [`${id}-error`]].flat()
  return {
    ...(notes.length === 0 ? {} : { 'aria-describedby': notes.join(' ') }),
    ...(error === undefined ? {} : { 'aria-invalid': true }),
  }
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

interface RadioGroupProps extends Notes {
  /** The question. */
  label: string
  name: string
  options: readonly { value: string; text: ReactNode; disabled?: boolean }[]
  chosen?: string
}

/** One of several, all of them in view. */
export function RadioGroup({ id, label, name, options, chosen, help, error }: RadioGroupProps): ReactNode {
  const notes = { id, help, error }
  return (
    <fieldset className="field" id={id} {...noted(notes)}>
      <legend className="field-label">{label}</legend>
      {options.map(({ value, text, disabled = false }) => (
        <Checkbox
          key={value}
          type="radio"
          name={name}
          value={value}
          defaultChecked={value === chosen}
          disabled={disabled}
        >
          {text}
        </Checkbox>
      ))}
      <FieldNotes {...notes} />
    </fieldset>
  )
}

/** On or off, at once: for what takes effect without being sent. Elsewhere a checkbox. */
export function Switch({ children, ...input }: ComponentProps<'input'>): ReactNode {
  return (
    <label className="switch">
      <span>{children}</span>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is checked */}
      <input type="checkbox" role="switch" {...input} />
    </label>
  )
}
