import { byWord } from '#domain/by-word.ts'
import { readSvg } from '#features/theming/rules/svg.ts'
import { shown } from '#wire/shown-text.ts'
import { whyTooLarge, type ForeignFiles } from './foreign-files.ts'

/* Values of another platform's settings in the words of this shop: links, pictures, texts. */

/** The ways of that platform and where they lead here. `*` stands for a slug. */
const ways: readonly [from: RegExp, to: string][] = [
  [/^\/?$/, '/'],
  [/^\/collections\/all\/?$/, '/search'],
  [/^\/collections\/?$/, '/search'],
  [/^\/collections\/([^/?#]+)\/?$/, '/collection/$1'],
  [/^\/(?:collections\/[^/?#]+\/)?products\/([^/?#]+)\/?$/, '/product/$1'],
  [/^\/pages\/([^/?#]+)\/?$/, '/page/$1'],
  [/^\/blogs\/[^/?#]+\/([^/?#]+)\/?$/, '/article/$1'],
  [/^\/blogs(?:\/[^/?#]+)?\/?$/, '/article'],
  [/^\/search\/?$/, '/search'],
  [/^\/cart\/?$/, '/cart'],
  [/^\/policies\/([^/?#]+)\/?$/, '/page/$1'],
]

/** A path of this shop or a URL elsewhere; null for a link that leads nowhere here. */
export function hrefOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null
  if (/^https:\/\/[^\s\\]+$/.test(value)) return value.length <= 500 ? value : null
  const path = value.replace(/^shopify:\/\//, '/')
  for (const [from, to] of ways) if (from.test(path)) return path.replace(from, to)
  return null
}

/** The slug of an entry that a setting names: `shopify://collections/oak`, `/collections/oak` or `oak`. */
export function slugOf(value: unknown, kind: 'collections' | 'products' | 'articles'): string | null {
  if (typeof value !== 'string') return null
  const slug = value.replace(/^shopify:\/\//, '/').replace(new RegExp(`^/${kind}/`), '')
  return /^[^\s/?#]{1,120}$/.test(slug) ? slug : null
}

/** A file of the theme, and what it is called in the new one. */
export interface Asset {
  from: string
  to: string
}

/**
 * The picture that a setting names, or why it cannot be shown. Most such pictures belong to the shop, and not to the
 * theme.
 */
export function pictureOf(value: unknown, files: ForeignFiles): Asset | string {
  const found = assetOf(value, files)
  if (typeof found === 'string' || /\.(avif|gif|jpe?g|png|webp)$/.test(found.to)) return found
  return `${found.from} is no picture such as is shown there: make it avif, gif, jpg, png or webp`
}

/** The drawing that a setting names, or why it cannot be shown. */
export function drawingOf(value: unknown, files: ForeignFiles): Asset | string {
  const found = assetOf(value, files)
  if (typeof found === 'string') return found
  if (!found.to.endsWith('.svg'))
    return `${found.from} is no drawing: the icon has to be an SVG file, which is sharp in every size`
  const read = readSvg(files.get(found.from)!.toString('utf8'))
  if (!('reason' in read)) return found
  return `${found.from}${read.line === null ? '' : `, line ${read.line}`}: ${read.reason}`
}

function assetOf(value: unknown, files: ForeignFiles): Asset | string {
  const name = typeof value === 'string' ? (value.split('?')[0]!.split('/').at(-1) ?? '') : ''
  const [from, to] = [`assets/${name}`, assetName(name)]
  const content = files.get(from)
  if (to === null || content === undefined) return `${asShown(value)} is no file of the theme`
  const tooLarge = whyTooLarge(from, content)
  return tooLarge === null ? { from, to } : `${from}: ${tooLarge}`
}

/** `assets/logo.svg` for `Logo.svg`; null for a name that no file can have here. */
export function assetName(name: string): string | null {
  const small = name.toLowerCase().replace(/[^a-z0-9._-]/g, '-')
  return /^[a-z0-9][a-z0-9._-]{0,100}$/.test(small) ? `assets/${small}` : null
}

/** Any value as a reason shows it. */
export function asShown(value: unknown): string {
  return shown(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

/** Whether it takes its value from something else while a page is rendered. */
export function isDynamic(value: unknown): boolean {
  return typeof value === 'string' && /\{\{|\{%/.test(value)
}

/** A text without its HTML: what was in paragraphs of its own is in lines of its own. */
export function plainText(html: string): string {
  return withoutTags(html.replace(/<br\s*\/?>|<\/(?:p|li|h[1-6]|div)>/gi, '\n'))
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** Behind the last `>` there is no tag: each `<` there would be searched to the end of the text, which is quadratic. */
function withoutTags(html: string): string {
  const end = html.lastIndexOf('>') + 1
  return html.slice(0, end).replace(/<[^>]*>/g, '') + html.slice(end)
}

const entities = byWord({
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
})

/** A text as a paragraph, unless it is HTML already. */
export function asHtml(text: string): string {
  return /<[a-z]/i.test(text) ? text : `<p>${escaped(text)}</p>`
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign]!};`)
}
