import { sanitiseEditorial } from './html.ts'
import { markdownHtml } from './markdown.ts'

/*
 * What customers write becomes HTML in one place: Markdown, through the sanitiser of the merchant's texts, with pictures
 * of this shop alone.
 */

/** As the sanitiser writes it. */
const image = /<img src="([^"]*)" alt="([^"]*)" \/>/g
const own = /^\/media\/([0-9a-f]{16})\/\d{2,4}\.(?:avif|webp|jpg)$/

export function readersHtml(content: string): string {
  return sanitiseEditorial(markdownHtml(content))
    .replace(image, (tag, source: string) => (own.test(source) ? tag : ''))
    .replace(/<p>\s*<\/p>\n?/g, '')
}

/** Keys of the pictures that a text shows, in its order. */
export function picturesIn(content: string): string[] {
  const sources = [...readersHtml(content).matchAll(image)]
  return [...new Set(sources.flatMap(([, source = '']) => own.exec(source)?.[1] ?? []))]
}
