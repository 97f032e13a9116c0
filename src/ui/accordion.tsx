import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface Section {
  key: string
  title: ReactNode
  content: ReactNode
}

interface SectionsProps {
  sections: readonly Section[]
  /** Of sections with one name only one is open at a time. */
  name?: string | undefined
  /** The one that is open at first. */
  open?: string | undefined
}

/** Sections behind their titles; found by the browser's own search, open or not. */
export function Accordion(props: SectionsProps): ReactNode {
  return (
    <div className="accordion">
      <Sections {...props} />
    </div>
  )
}

/** Sections side by side behind their titles; where there is no room for that, an accordion. The first is open. */
export function Tabs({ sections, name }: { sections: readonly Section[]; name: string }): ReactNode {
  return (
    <div className="tabs">
      <div className="accordion tabs-sections" style={{ '--tabs': sections.length }}>
        <Sections sections={sections} name={name} open={sections[0]?.key} />
      </div>
    </div>
  )
}

function Sections({ sections, name, open }: SectionsProps): ReactNode {
  return sections.map(({ key, title, content }) => (
    <details key={key} name={name} open={key === open}>
      <summary>
        {title}
        <Icon name="plus" size={18} />
        <Icon name="minus" size={18} />
      </summary>
      <div className="accordion-content">{content}</div>
    </details>
  ))
}

declare module 'react' {
  interface CSSProperties {
    /** How many titles stand side by side. */
    '--tabs'?: number
  }
}
