import type { Crumb } from '#ui/breadcrumbs.tsx'
import type { Json, MetaTag } from '#wire/page.ts'
import type { PictureView } from '#wire/picture-view.ts'
import type { Ctx } from '../context.ts'

/*
 * Structured data and link previews of all pages: schema.org and Open Graph.
 */

/** schema.org/BreadcrumbList of URLs of this shop: from home down, the page itself last. */
export function breadcrumbList(trail: readonly Crumb[], { origin }: Pick<Ctx, 'origin'>): Json {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${href}`,
    })),
  }
}

/** The preview card for links on other sites; nothing without a picture. */
export function ogPicture(
  { origin }: Pick<Ctx, 'origin'>,
  picture: PictureView | null | undefined,
): MetaTag[] {
  if (!picture) return []
  return [
    { key: 'property', name: 'og:image', content: `${origin}/media/${picture.key}/og.jpg` },
    { key: 'property', name: 'og:image:width', content: '1200' },
    { key: 'property', name: 'og:image:height', content: '630' },
    { key: 'property', name: 'og:image:alt', content: picture.alt },
    { key: 'name', name: 'twitter:card', content: 'summary_large_image' },
  ]
}

const longest = 160

/** The text of an HTML fragment, cut at the end of a word to the length of a search result. */
export function plainText(html: string): string {
  const text = wordsOf(html)
  if (text.length <= longest) return text
  const cut = text.slice(0, longest - 1)
  // Signs without spaces between words can be cut anywhere.
  return `${/\s/.test(cut) ? cut.replace(/\s+\S*$/, '') : cut}…`
}

/** All words of an HTML text in one line. */
export function wordsOf(html: string): string {
  return html
    .replace(inline, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: keyof typeof entities) => entities[name])
    .replace(/\s+/g, ' ')
    .trim()
}

/** Tags that stand within a word or a sentence; at all others a new one begins. */
const inline =
  /<\/?(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u)\b[^>]*>/gi
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' } as const
