import { Children, type ReactNode } from 'react'

/** Things of different heights without gaps between them: the browser's own masonry, else columns of text. */
export function Masonry({ children }: { children: ReactNode }): ReactNode {
  return (
    <ul className="masonry">
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </ul>
  )
}
