import { Children, type ReactNode } from 'react'

/** A strip that scrolls sideways; the island `slides` around it adds buttons, dots and keys. */
export function SlideStrip({
  label,
  nameOf,
  children,
}: {
  label: string
  /** The name of one slide to a screen reader: "2 of 5". */
  nameOf: (number: number, count: number) => string
  children: ReactNode
}): ReactNode {
  const slides = Children.toArray(children)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <ul className="slide-strip" tabIndex={0} aria-label={label}>
      {slides.map((slide, index) => (
        <li key={index} className="slide" aria-label={nameOf(index + 1, slides.length)}>
          {slide}
        </li>
      ))}
    </ul>
  )
}
