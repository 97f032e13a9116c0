import type { ReactNode } from 'react'

/** Drawn on a 24 px square with one line weight; they say nothing to a screen reader. */
const paths = {
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8c.6-3.8 3.6-5.5 7.5-5.5s6.9 1.7 7.5 5.5',
  arrow: 'M4 12h15m-6-6 6 6-6 6',
  bag: 'M5.5 8.5h13l1 11.5h-15zM8.8 10.5V7a3.2 3.2 0 0 1 6.4 0v3.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm6 9.5 6 6 6-6',
  close: 'm6 6 12 12M18 6 6 18',
  filter: 'M4 7.5h10m5 0h1M4 16.5h1m5 0h10M16.5 5v5M7.5 14v5',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c5 5.5 5 11.5 0 17-5-5.5-5-11.5 0-17Z',
  heart: 'M12 20.5 4 12.4a4.8 4.8 0 0 1 6.8-6.8L12 6.8l1.2-1.2a4.8 4.8 0 0 1 6.8 6.8Z',
  menu: 'M4 8.5h16M4 15.5h16',
  minus: 'M6 12h12',
  pause: 'M9 6.5v11M15 6.5v11',
  play: 'm8.5 6 9.5 6-9.5 6Z',
  plus: 'M12 6v12M6 12h12',
  scales: 'M12 4.5v15M8 19.5h8M5 7.5h14M5.5 7.5 3 14h5Zm13 0L16 14h5Z',
  search: 'M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6Zm5-1.8 4.7 4.7',
  trash: 'M5 7.5h14M10 7V4.5h4V7m-7.5.5.8 12.5h9.4l.8-12.5M10.5 11v5.5m3-5.5v5.5',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 20 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg className={`icon icon-${name}`} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
