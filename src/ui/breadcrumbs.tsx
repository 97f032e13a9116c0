import type { ReactNode } from 'react'

export interface Crumb {
  name: string
  href: string
}

/** The way here. `label` names the landmark; the page itself is the last and no link. */
export function Breadcrumbs({
  trail,
  here,
  label,
}: {
  trail: readonly Crumb[]
  here: string
  label: string
}): ReactNode {
  return (
    <nav className="breadcrumbs" aria-label={label}>
      <ol>
        {trail.map(({ name, href }) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}
