import type { ReactNode } from 'react'
import { FormErrors } from './form-errors.tsx'

/** What is wrong with a form that came back, above it: by field, or as a whole. Nothing where none came back. */
export function PostedErrors({
  posted,
  idOf,
  textOf = (_, text) => text,
}: {
  posted: { readonly text: string; readonly errors: Readonly<Record<string, string>> } | null
  /** The id of a field by its name. */
  idOf: (field: string) => string
  /** The error of a field as it is shown. */
  textOf?: (field: string, text: string) => string
}): ReactNode {
  if (posted === null) return null
  const errors = Object.entries(posted.errors)
  if (errors.length === 0)
    return (
      <p className="form-errors" role="alert">
        {posted.text}
      </p>
    )
  return (
    <FormErrors
      title={posted.text}
      errors={errors.map(([field, text]) => ({ id: idOf(field), text: textOf(field, text) }))}
    />
  )
}
