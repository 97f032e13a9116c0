import type { ReactNode } from 'react'
import { Raw } from '#platform/server/pages/render.tsx'

/** Text that a merchant wrote. @param html sanitised when it was read */
export function Prose({ html }: { html: string }): ReactNode {
  return (
    <div className="prose">
      <Raw html={withScrollableTables(html)} />
    </div>
  )
}

/** The same as HTML, for a text whose parts are still to be made. */
export function proseHtml(html: string): string {
  return `<div class="prose">${withScrollableTables(html)}</div>`
}

/** A table that is wider than the text is pushed sideways in a box of its own, by keys too. */
function withScrollableTables(html: string): string {
  return html
    .replaceAll('<table>', '<div class="prose-table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}
