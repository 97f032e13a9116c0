import type { ReactNode } from 'react'

/** A form that works by itself, and is a wish where there are scripts. */
export function WishForm({
  action,
  fields,
  wish,
  className,
  children,
}: {
  action: string
  /** Sent as they are: name and value, a name more than once where there are several. */
  fields: readonly (readonly [name: string, value: string | number])[]
  wish: () => void
  className?: string
  children: ReactNode
}): ReactNode {
  return (
    <form
      className={className}
      action={action}
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        wish()
      }}
    >
      {fields.map(([name, value]) => (
        <input key={`${name}-${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
