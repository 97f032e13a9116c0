import type { ComponentProps, ReactNode, Ref } from 'react'
import type { DialRegion } from './dial-codes.ts'
import { FieldLabel, FieldNotes, noted } from './field.tsx'
import { Icon } from '../icon.tsx'

interface PhoneFieldProps extends ComponentProps<'input'> {
  id: string
  label: string
  help?: string | undefined
  error?: string | undefined
  /**
   * The island `phone-code-select` with `on="visible"` around a `DialCodeSelect` (what happens in a slot wakes
   * nobody), or a `DialCode` within another island.
   */
  code: ReactNode
}

/** Dial code and number in one field. */
export function PhoneField({ id, label, help, error, code, ...input }: PhoneFieldProps): ReactNode {
  const notes = { id, help, error }
  return (
    <div className="field">
      <FieldLabel id={id} label={label} />
      <span className="field-box">
        {code}
        <input id={id} type="tel" inputMode="tel" autoComplete="tel-national" {...noted(notes)} {...input} />
      </span>
      <FieldNotes {...notes} />
    </div>
  )
}

/** The chosen code in sight, over the list with all of them. */
export function DialCode({
  code,
  ref,
  children,
}: {
  code: string
  ref?: Ref<HTMLSpanElement>
  /** A `DialCodeSelect`. */
  children: ReactNode
}): ReactNode {
  return (
    <span className="dial-code" ref={ref}>
      <span className="dial-code-shown" aria-hidden="true">
        {code}
        <Icon name="chevron" size={14} />
      </span>
      {children}
    </span>
  )
}

/** Sends the region, not the code: a code may be shared by several. */
export function DialCodeSelect({
  regions,
  label,
  ...select
}: ComponentProps<'select'> & { regions: readonly DialRegion[]; label: string }): ReactNode {
  return (
    <select aria-label={label} autoComplete="tel-country-code" {...select}>
      {regions.map(({ region, name, code }) => (
        <option key={region} value={region} data-code={code}>
          {`${name} (${code})`}
        </option>
      ))}
    </select>
  )
}
