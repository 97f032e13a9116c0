import type { ReactNode } from 'react'

/** All that is wrong with a form, above it; each leads to its field. Nothing where nothing is wrong. */
export function FormErrors({
  title,
  errors,
}: {
  title: string
  /** `id` of the field, and its error in words. */
  errors: readonly { id: string; text: string }[]
}): ReactNode {
  if (errors.length === 0) return null
  return (
    <div className="form-errors" role="alert">
      <p className="form-errors-title">{title}</p>
      <ul>
        {errors.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
