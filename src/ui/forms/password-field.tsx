import { useState, type ComponentProps, type ReactNode } from 'react'
import { FieldLabel, FieldNotes, noted } from './field.tsx'

export interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  id: string
  label: string
  help?: string | undefined
  error?: string | undefined
  /** The words of the button that makes the letters readable, and hides them again. */
  showText: string
  hideText: string
}

/** Without scripts it is an ordinary password field: the button is not shown then. */
export function PasswordField({
  id,
  label,
  help,
  error,
  showText,
  hideText,
  ...input
}: PasswordFieldProps): ReactNode {
  const [isShown, setShown] = useState(false)
  const notes = { id, help, error }
  return (
    <div className="field">
      <FieldLabel id={id} label={label} />
      <span className="field-box">
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          {...noted(notes)}
          {...input}
        />
        <button
          type="button"
          className="password-toggle"
          aria-controls={id}
          onClick={() => setShown((before) => !before)}
        >
          {isShown ? hideText : showText}
        </button>
      </span>
      <FieldNotes {...notes} />
    </div>
  )
}
