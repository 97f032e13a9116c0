import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface Section {
  key: string
  title: ReactNode
  content: ReactNode
}

interface AccordionProps {
  sections: readonly Section[]
  /** Of sections with one name only one is open at a time. */
  name?: string
  /** The one that is open at first. */
  open?: string
}

/** Sections behind their titles; found by the browser's own search, open or not. */
export function Accordion({ sections, name, open }: AccordionProps): ReactNode {
  return (
    <div className="accordion">
      {sections.map(({ key, title, content }) => (
        <details key={key} name={name} open={key === open}>
          <summary>
            {title}
            <Icon name="plus" size={18} />
          </summary>
          <div className="accordion-content">{content}</div>
        </details>
      ))}
    </div>
  )
}

/** Sections side by side behind their titles; where there is no room for that, an accordion. The first is open. */
export function Tabs({ sections, name }: { sections: readonly Section[]; name: string }): ReactNode {
  return (
    <div className="tabs">
      <div className="accordion tabs-sections" style={{ '--tabs': sections.length }}>
        {sections.map(({ key, title, content }, index) => (
          <details key={key} name={name} open={index === 0}>
            <summary>
              {title}
              <Icon name="plus" size={18} />
            </summary>
            <div className="accordion-content">{content}</div>
          </details>
        ))}
      </div>
    </div>
  )
}

declare module 'react' {
  interface CSSProperties {
    /** How many titles stand side by side. */
    '--tabs'?: number
  }
}
