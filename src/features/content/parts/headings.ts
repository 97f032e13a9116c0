import { wordsOf } from '#platform/server/pages/structured.ts'
import type { Heading } from '../contract.ts'

/**
 * Gives the headings of a text ids that stay as long as their words do, and each a link to itself.
 * @param html sanitised: its headings have no attributes and lie in no other heading
 * @param label the name of such a link
 */
export function withHeadings(
  html: string,
  label: (title: string) => string,
): { html: string; contents: Heading[] } {
  const contents: Heading[] = []
  const taken = new Map<string, number>()
  const marked = html.replace(/<(h[2-4])>(.*?)<\/\1>/gs, (whole, tag: string, inner: string) => {
    const title = wordsOf(inner)
    if (title === '') return whole
    const id = idOf(title, taken)
    if (tag !== 'h4') contents.push({ id, title, level: tag === 'h2' ? 2 : 3 })
    const name = label(title).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    return `<${tag} id="${id}">${inner} <a class="prose-anchor" href="#${encodeURIComponent(id)}" aria-label="${name}"></a></${tag}>`
  })
  return { html: marked, contents }
}

/** Letters and digits of any script. The front keeps it apart from the ids of the page itself. */
function idOf(title: string, taken: Map<string, number>): string {
  const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['section']
  const id = `s-${words
    .join('-')
    .slice(0, 60)
    .replace(/[\p{M}-]+$/u, '')}`
  const times = (taken.get(id) ?? 0) + 1
  taken.set(id, times)
  return times === 1 ? id : `${id}--${times}`
}
