import type { ReactNode } from 'react'
import { PasswordField } from '#ui/forms/password-field.tsx'

export interface InputPasswordProps {
  id: string
  name: string
  label: string
  help: string | null
  error: string | null
  autoComplete: 'current-password' | 'new-password'
  required: boolean
  showText: string
  hideText: string
  external?: boolean
}

/** A password in a form of the server's: what was typed can be read before it is sent. */
export default function InputPassword({ help, error, external: _, ...field }: InputPasswordProps): ReactNode {
  return <PasswordField {...field} maxLength={200} help={help ?? undefined} error={error ?? undefined} />
}
