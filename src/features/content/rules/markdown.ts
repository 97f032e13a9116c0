import MarkdownIt from 'markdown-it'

/** CommonMark with tables and strikethrough. HTML in it is shown as text. */
const markdown = new MarkdownIt('default', { html: false, linkify: false, typographer: false })

/** The HTML of a Markdown text; it still goes through the sanitiser. */
export function markdownHtml(text: string): string {
  return markdown.render(text)
}
