import { shown } from '#wire/shown-text.ts'
import type { Plain } from './foreign-files.ts'
import {
  readerOf,
  type LeftSetting,
  type Link,
  type SectionContext,
  type SettingReader,
} from './foreign-reader.ts'
import { asHtml, escaped, plainText, slugOf } from './foreign-values.ts'
import { composed, type Words } from './foreign-words.ts'

/*
 * Sections of another platform by what they are usually called, as sections of this shop. Each reader takes the settings
 * that it understands; those that nobody took are in the report.
 */

export interface ReadSection {
  section: { type: string; settings?: object }
  left: LeftSetting[]
}

/** A section in the words of this shop, or why there is none. */
export function sectionOf(type: string, given: Plain, context: SectionContext): ReadSection | string {
  const kind = kinds.find(([names]) => names.test(type))
  if (kind === undefined) return nothingLike(type)
  const [, read] = kind
  if (typeof read === 'string') return read
  const setting = readerOf(given, context)
  const section = read(setting)
  if (typeof section === 'string') return section
  return { section, left: setting.left(`the section ${section.type} has no such setting`) }
}

/** A name that is none of a file is told as what it is, and never as a file to write. */
function nothingLike(type: string): string {
  const name = type.toLowerCase()
  return /^[a-z0-9][a-z0-9_-]{0,60}$/.test(name)
    ? `there is nothing like ${type} here: write sections/${name}.liquid`
    : `its type ${shown(type)} is no name of a section: those have letters, digits, - and _, at most 61`
}

type Read = (setting: SettingReader) => ReadSection['section'] | string

const titles = ['heading', 'title', 'headline', 'section_title']
const texts = [
  'text',
  'subheading',
  'description',
  'content',
  'body',
  'subtext',
  'caption',
  'paragraph',
  'richtext',
]
const pictures = ['image', 'image_1', 'background_image', 'media', 'picture']

/** By the name of the type. The first that fits is meant. */
const kinds: readonly [names: RegExp, read: Read | string][] = [
  [
    /^main(-|$)|^(product|search|cart|article|custom-page|page)-(information|results|content|template|details|items)$/,
    () => ({ type: 'main' }),
  ],
  [/^apps?$|^@/, 'it belongs to an app, which the shop does not have'],
  [/custom[-_]?(liquid|html)/, 'it is code for another platform: write it anew in sections/'],
  [/announcement/, 'an announcement is a setting of the shop: violet config set, shop.announcement'],
  [/^(header|footer)/, 'menus are not in the theme: write frame.json'],
  [/video/, 'films are files of media/films: place the section video'],
  [/collection-list|list-collections|featured-collections|category-list/, collections],
  [/featured-product$|^product-feature/, product],
  [
    /featured-collection|product-(list|grid|row|carousel|slider)|collection-(products|carousel|row)/,
    products,
  ],
  [/blog/, articles],
  [/newsletter|email-signup|subscribe/, newsletter],
  [/faq|collapsible|accordion|questions/, questions],
  [/countdown|timer/, countdown],
  [/logo-?(list|bar|row|cloud)|^logos$|brands/, logos],
  [/testimonial|quote|reviews/, quotes],
  [/overlay|banner|hero|slideshow/, hero],
  [/image-with-text|text-with-image|feature-row|media-with-text/, story],
  [/multi-?column|text-columns|feature-list|icon-row|gallery|collage|image-grid|lookbook/, columns],
  [/rich-?text|^text|text-block/, richText],
  [/spacer|divider|separator/, () => ({ type: 'spacer' })],
]

function hero(setting: SettingReader): ReadSection['section'] {
  const [title, lead] = [setting.words(titles), setting.words(texts, 500)]
  const [picture, link] = [setting.picture(pictures), setting.link()]
  return { type: 'hero', settings: { ...given({ title, lead, picture, link }) } }
}

function richText(setting: SettingReader): ReadSection['section'] | string {
  const [title, said, link] = [setting.words(titles), setting.html(texts), setting.link()]
  const html = composed([said, linkHtml(link)], (...texts) => texts.join(''))
  if (title === null && isEmpty(html)) return 'it says nothing'
  return { type: 'rich-text', settings: { ...given({ title }), html } }
}

function story(setting: SettingReader): ReadSection['section'] {
  const side = /right|text_first|second/.test(
    setting.text(['layout', 'image_position', 'media_position']) ?? '',
  )
    ? 'end'
    : 'start'
  const [title, html] = [setting.words(titles), setting.html(texts)]
  const [picture, link] = [setting.picture(pictures), setting.link()]
  return { type: 'story', settings: { side, ...given({ title, html, picture, link }) } }
}

function products(setting: SettingReader): ReadSection['section'] {
  const slug = slugOf(setting.take(['collection']), 'collections')
  const source = slug === null || slug === 'all' ? { from: 'new' } : { from: 'collection', slug }
  const isRail = setting.take(['enable_desktop_slider', 'enable_slider', 'slider', 'carousel']) === true
  const limit = setting.number(['products_to_show', 'product_count', 'max_products', 'limit'], 1, 24)
  const title = setting.words(titles)
  return {
    type: 'products',
    settings: { ...source, ...(isRail ? { shape: 'rail' } : {}), ...given({ limit, title }) },
  }
}

function product(setting: SettingReader): ReadSection['section'] | string {
  const slug = slugOf(setting.take(['product']), 'products')
  const title = setting.words(titles)
  if (slug === null) return 'it names no product'
  return { type: 'products', settings: { from: 'named', slugs: [slug], ...given({ title }) } }
}

function collections(setting: SettingReader): ReadSection['section'] {
  const slugs = setting.blocks().flatMap((block) => slugOf(block.take(['collection']), 'collections') ?? [])
  return { type: 'collections', settings: { slugs: setting.first(slugs, 12) } }
}

function articles(setting: SettingReader): ReadSection['section'] {
  const limit = setting.number(['post_limit', 'posts_to_show', 'limit'], 1, 12)
  return { type: 'articles', settings: given({ limit, title: setting.words(titles) }) }
}

function newsletter(setting: SettingReader): ReadSection['section'] {
  return {
    type: 'newsletter',
    settings: given({ title: setting.words(titles, 120), text: setting.words(texts, 300) }),
  }
}

function questions(setting: SettingReader): ReadSection['section'] | string {
  const title = setting.own().words(titles)
  const entries = setting.blocks().flatMap((block) => {
    const question = block.words(['question', ...titles], 300)
    const answer = block.words(['answer', 'row_content', ...texts], 5_000)
    return question === null || answer === null ? [] : [{ question, answer }]
  })
  if (entries.length === 0) return 'it has no questions'
  return { type: 'questions', settings: { ...given({ title }), entries: setting.first(entries, 50) } }
}

function countdown(setting: SettingReader): ReadSection['section'] | string {
  const end = setting.take(['end_date', 'countdown_date', 'date', 'end'])
  const until = typeof end === 'string' && /^\d{4}-\d\d-\d\d/.test(end) ? new Date(end) : null
  if (until === null || Number.isNaN(until.getTime())) return 'it has no moment to count to'
  const [title, text, link] = [setting.words(titles), setting.words(texts, 500), setting.link()]
  return { type: 'countdown', settings: { until: until.toISOString(), ...given({ title, text, link }) } }
}

function logos(setting: SettingReader): ReadSection['section'] | string {
  const title = setting.own().words(titles)
  const entries = setting.blocks().flatMap((block) => {
    const picture = block.picture(['logo', ...pictures])
    return picture === null ? [] : [{ picture, href: block.href() }]
  })
  if (entries.length === 0) return 'none of its pictures is a file of the theme'
  return { type: 'logos', settings: { ...given({ title }), entries: setting.first(entries, 24) } }
}

function quotes(setting: SettingReader): ReadSection['section'] | string {
  const title = setting.own().words(titles)
  const said = setting.blocks().flatMap((block) => {
    const quote = block.said(['quote', 'testimonial', ...texts])
    const author = block.said(['author', 'name', 'cite'])
    if (quote === null) return []
    const paragraph = (text: string | null): string =>
      text === null ? '' : `<p>${escaped(plainText(text))}</p>`
    return [
      composed(
        [quote, author],
        (words, name) => `<blockquote>${paragraph(words)}${paragraph(name)}</blockquote>`,
      ),
    ]
  })
  if (said.length === 0) return 'it says nothing'
  const html = composed(said, (...texts) => texts.join(''))
  return { type: 'rich-text', settings: { ...given({ title }), html } }
}

/** With a picture in each they are a masonry, otherwise words. */
function columns(setting: SettingReader): ReadSection['section'] | string {
  const title = setting.own().words(titles)
  const blocks = setting.blocks()
  const files = blocks.map((block) => block.picture(pictures))
  const entries = files.flatMap((picture, at) => {
    const block = blocks[at]!
    return picture === null ? [] : [{ picture, block }]
  })
  if (blocks.length > 0 && entries.length === blocks.length)
    return {
      type: 'masonry',
      settings: {
        ...given({ title }),
        entries: setting.first(entries, 24).map(({ picture, block }) => ({
          picture,
          href: block.href(),
          ...given({ title: block.words(titles, 120), text: block.words(texts, 300) }),
        })),
      },
    }
  const html = composed(blocks.map(columnHtml), (...texts) => texts.join(''))
  if (isEmpty(html) && title === null)
    return 'it says nothing, and none of its pictures is a file of the theme'
  return { type: 'rich-text', settings: { ...given({ title }), html } }
}

function columnHtml(block: SettingReader): Words {
  const [title, text, link] = [block.said(titles), block.said(texts), linkHtml(block.link())]
  return composed([title, text, link], (heading, words, button) =>
    [
      heading === null ? '' : `<h3>${escaped(plainText(heading))}</h3>`,
      words === null ? '' : asHtml(words),
      button ?? '',
    ].join(''),
  )
}

function linkHtml(link: Link | null): Words | null {
  if (link === null) return null
  return composed(
    [link.text],
    (label) => `<p><a href="${escaped(link.href)}">${escaped(label ?? '')}</a></p>`,
  )
}

function isEmpty(words: Words): boolean {
  return Object.values(words).every((text) => text === '')
}

/** Only what was given. */
function given(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))
}
