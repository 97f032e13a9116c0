import sanitizeHtml from 'sanitize-html'

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
  allowedAttributes: { a: ['href', 'rel'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
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
    // The page keeps its own standing and its window whatever a description links to.
    a: (_, attributes) => ({
      tagName: 'a',
      attribs: isPlainLink(attributes['href']) ? { href: attributes['href'], rel: 'nofollow noopener' } : {},
    }),
  },
}

/** To the web, to a mailbox, or to a place in this shop; nothing that a browser would read in another way. */
function isPlainLink(href: string | undefined): href is string {
  return href !== undefined && /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href) && !/[\s\\\p{Cc}]/u.test(href)
}

/** What a product, category or collection may carry. */
export function sanitise(html: string): string {
  return sanitiseBy(plain, html)
}

/** Articles and pages have parts that fold, say whom they quote, and lead to other places of the shop. */
const editorial: sanitizeHtml.IOptions = {
  ...plain,
  allowedTags: [...plain.allowedTags, 'figure', 'figcaption', 'cite', 'details', 'summary'],
  transformTags: {
    ...plain.transformTags,
    a: (_, attributes) => {
      const { href } = attributes
      if (!isPlainLink(href)) return { tagName: 'a', attribs: {} }
      const inside = href.startsWith('/') || href.startsWith('#')
      return { tagName: 'a', attribs: inside ? { href } : { href, rel: 'nofollow noopener' } }
    },
  },
}

/** What an article, a page or a promotion may carry. */
export function sanitiseEditorial(html: string): string {
  return sanitiseBy(editorial, html)
}

/** Idempotent: what comes out goes through again unchanged, which is what makes a round trip exact. */
function sanitiseBy(options: sanitizeHtml.IOptions, html: string): string {
  // Taking one thing away can make another of what is left.
  let clean = sanitizeHtml(html, options).trim()
  for (let turn = 0; turn < 5; turn++) {
    const again = sanitizeHtml(clean, options).trim()
    if (again === clean) return clean
    clean = again
  }
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} }).trim()
}
