import sanitizeHtml from 'sanitize-html'
import { byWord } from '#domain/by-word.ts'
import { isBlankHtml } from '#features/media/rules/prose.ts'
import { isPlacedName } from '#wire/placed-names.ts'
import { safePath } from '#wire/safe-path.ts'

const attributes: Record<string, string[]> = byWord({
  a: ['href', 'rel'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  img: ['src', 'alt'],
})

/**
 * The HTML that an entry may carry: words, lists, tables, links and pictures. Everything that runs, loads, styles, or means
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
    'img',
  ],
  allowedAttributes: attributes,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
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
    img: (_, attributes) => imageOf(describedSource(attributes), attributes),
    // Links of a description get no say over the page's ranking and window.
    a: (_, attributes) => ({
      tagName: 'a',
      attribs: isPlainLink(attributes['href']) ? { href: attributes['href'], rel: 'nofollow noopener' } : {},
    }),
  },
}

/** URLs to the web, to a mailbox, or to a path of this shop; nothing that browsers could read differently. */
function isPlainLink(href: string | undefined): href is string {
  if (href === undefined || /[\s\\\p{Cc}]/u.test(href)) return false
  return href.startsWith('/') ? safePath(href) !== null : /^(https?:\/\/|mailto:|#)/i.test(href)
}

/** Tags that the text of a product, category or collection may have. Nothing is left of a text without any content. */
export function sanitise(html: string): string {
  const clean = sanitiseBy(plain, html)
  return isBlankHtml(clean) ? '' : clean
}

/** How many pictures of a product's text are not taken, because nothing can be fetched from where they point. */
export function picturesLeftOut(html: string): number {
  // The copy for browsers without scripts repeats a picture.
  const shown = html.replace(/<!--.*?-->|<(noscript|script|style|template)\b.*?<\/\1>/gis, '')
  const count = (text: string): number => text.match(/<img[\s/>]/gi)?.length ?? 0
  return Math.max(0, count(shown) - count(sanitise(html)))
}

/** The page shows the shop's own copy, in its own sizes: media/rules/prose.ts. */
function imageOf(source: string | null, { alt = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  return {
    tagName: 'img',
    attribs: source === null ? {} : { src: source, alt: alt.slice(0, longestAlt) },
  }
}

/** Of pictures that a script would have loaded later, `src` is only a placeholder. */
const lateSources = ['data-src', 'data-original', 'data-lazy-src', 'src']

function describedSource(attributes: sanitizeHtml.Attributes): string | null {
  for (const name of lateSources) {
    const source = webSource(attributes[name] ?? '')
    if (source !== null) return source
  }
  return null
}

/** As `pictureSource`; other shops' texts also name pictures by http, and by the scheme of their page. */
function webSource(given: string): string | null {
  const src = given.trim().replace(/^\/\//, 'https://')
  if (!/^http:\/\//.test(src)) return /[{}]/.test(src) ? null : pictureSource(src)
  const isPlain = /^http:\/\/[^\s{}]+$/.test(src) && src.length <= 2_000 && !odd.test(src)
  return isPlain ? src : null
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

const partTag = 'x-island'
const editorialTags = ['figure', 'figcaption', 'cite', 'details', 'summary']

/** Articles and pages may also have foldable parts, pictures, citations, and links within the shop. */
const editorial: sanitizeHtml.IOptions = {
  ...plain,
  allowedTags: [...plain.allowedTags, ...editorialTags],
  transformTags: {
    ...plain.transformTags,
    img: (_, attributes) => imageOf(pictureSource(attributes['src'] ?? ''), attributes),
    a: (_, attributes) => {
      const { href } = attributes
      if (!isPlainLink(href)) return { tagName: 'a', attribs: {} }
      const inside = href.startsWith('/') || href.startsWith('#')
      return { tagName: 'a', attribs: inside ? { href } : { href, rel: 'nofollow noopener' } }
    },
  },
}

/** Tags that an article or a promotion may have. */
export function sanitiseEditorial(html: string): string {
  return sanitiseBy(editorial, html)
}

/**
 * The merchant's own pages may also place parts of the shop by name. What those say is checked when the page is shown,
 * by the server: no browser ever sees it.
 */
const placing: sanitizeHtml.IOptions = {
  ...editorial,
  allowedTags: [...plain.allowedTags, ...editorialTags, partTag],
  allowedAttributes: { ...attributes, [partTag]: ['c', 'on', 'p'] },
  transformTags: {
    ...editorial.transformTags,
    // What has no known name is taken away, and what stands in it stays.
    [partTag]: (_, { c = '', on, p }) => ({
      tagName: isPlacedName(c) ? partTag : 'unknown-part',
      attribs: { c, ...(on === undefined ? {} : { on }), ...(p === undefined ? {} : { p }) },
    }),
  },
}

/** Tags that a page may have. */
export function sanitisePage(html: string): string {
  return sanitiseBy(placing, html)
}

/** A sanitised page without its parts: what stands in them stays. */
export function withoutParts(html: string): string {
  return html.includes(`<${partTag}`) ? html.replace(/<\/?x-island\b[^>]*>/g, '') : html
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
