import sanitizeHtml from 'sanitize-html'
import { byWord } from '#domain/by-word.ts'

const attributes: Record<string, string[]> = byWord({
  a: ['href', 'rel'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
})

/**
 * The HTML that an entry may carry: words, lists, tables and links. Everything that runs, loads, styles, or means
 * something to our own pages (`x-island`, `slot`, ids, classes) is taken away.
 */
const plain: sanitizeHtml.IOptions & { allowedTags: string[] } = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'small',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'blockquote',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'a',
  ],
  allowedAttributes: attributes,
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'template',
    'title',
    'svg',
    'math',
    'xmp',
    'object',
  ],
  nestingLimit: 30,
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    // Links of a description get no say over the page's ranking and window.
    a: (_, attributes) => ({
      tagName: 'a',
      attribs: isPlainLink(attributes['href']) ? { href: attributes['href'], rel: 'nofollow noopener' } : {},
    }),
  },
}

/** URLs to the web, to a mailbox, or to a path of this shop; nothing that browsers could read differently. */
function isPlainLink(href: string | undefined): href is string {
  return href !== undefined && /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href) && !/[\s\\\p{Cc}]/u.test(href)
}

/** Tags that the text of a product, category or collection may have. */
export function sanitise(html: string): string {
  return sanitiseBy(plain, html)
}

/** A path in the media folder, an https URL, or a picture that the shop has: nothing else is ever fetched or shown. */
function pictureSource(src: string): string | null {
  if (src.length > 2_000 || odd.test(src)) return null
  if (/^https:\/\/\S+$/.test(src) || /^\/media\/[0-9a-f]{16}\/\d+\.(?:avif|webp|jpg)$/.test(src)) return src
  // Markdown writes a path as a URL has it: `in/an%20oak.png`.
  const path = decodedPath(src)
  const isInside = /^[^/:?#\s][^:?#]*$/.test(path) && !path.split('/').includes('..')
  return isInside && !odd.test(path) ? path : null
}

const odd = /[\\"'<>\p{Cc}]/u

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Characters of a picture's description. */
const longestAlt = 300

/** Articles and pages may also have foldable parts, pictures, citations, and links within the shop. */
const editorial: sanitizeHtml.IOptions = {
  ...plain,
  allowedTags: [...plain.allowedTags, 'figure', 'figcaption', 'img', 'cite', 'details', 'summary'],
  allowedAttributes: { ...attributes, img: ['src', 'alt'] },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
  transformTags: {
    ...plain.transformTags,
    // The page shows the shop's own copy, in its own sizes: media/rules/prose.ts.
    img: (_, { src = '', alt = '' }) => {
      const source = pictureSource(src)
      return {
        tagName: 'img',
        attribs: source === null ? {} : { src: source, alt: alt.slice(0, longestAlt) },
      }
    },
    a: (_, attributes) => {
      const { href } = attributes
      if (!isPlainLink(href)) return { tagName: 'a', attribs: {} }
      const inside = href.startsWith('/') || href.startsWith('#')
      return { tagName: 'a', attribs: inside ? { href } : { href, rel: 'nofollow noopener' } }
    },
  },
}

/** Tags that an article, a page or a promotion may have. */
export function sanitiseEditorial(html: string): string {
  return sanitiseBy(editorial, html)
}

/** Idempotent: sanitised text passes unchanged, which makes an export and re-import exact. */
function sanitiseBy(options: sanitizeHtml.IOptions, html: string): string {
  // Removing one thing can turn the rest into another.
  let clean = sanitizeHtml(html, options).trim()
  for (let turn = 0; turn < 5; turn++) {
    const again = sanitizeHtml(clean, options).trim()
    if (again === clean) return clean
    clean = again
  }
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} }).trim()
}
