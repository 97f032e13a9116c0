import { escapeHtml } from '#platform/server/pages/html.ts'
import { sanitiseEditorial } from './html.ts'
import { readersMarkdown } from './markdown.ts'

/*
 * What customers write becomes HTML in one place: Markdown, through the sanitiser of the merchant's texts, with pictures
 * of this shop alone.
 */

/** As the sanitiser writes it. */
const image = /<img src="([^"]*)" alt="([^"]*)" \/>/g
const own = /^\/media\/([0-9a-f]{16})\/\d{2,4}\.(?:avif|webp|jpg)$/

/** Characters of HTML for each one that was written, and for a text however short it is. */
const mostHtml = { each: 5, least: 10_000 }

/**
 * A text whose HTML would be far longer than itself is shown as it was written: a table of two thousand empty columns,
 * or one long link a thousand times, would keep the server busy for seconds.
 */
export function readersHtml(content: string): string {
  const html = readersMarkdown(content)
  const isTooLong = html.length > mostHtml.least + mostHtml.each * content.length
  return sanitiseEditorial(isTooLong ? `<p>${escapeHtml(content)}</p>` : html)
    .replace(image, (tag, source: string) => (own.test(source) ? tag : ''))
    .replace(/<p>\s*<\/p>\n?/g, '')
}

/** Keys of the pictures that a text shows, in its order. */
export function picturesIn(content: string): string[] {
  const sources = [...readersHtml(content).matchAll(image)]
  return [...new Set(sources.flatMap(([, source = '']) => own.exec(source)?.[1] ?? []))]
}
