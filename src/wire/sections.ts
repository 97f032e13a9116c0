import { z } from 'zod'
import { meantWord, nearestWord } from '#domain/edit-distance.ts'
import {
  captions,
  checkGoods,
  goods,
  heroShapes,
  href,
  link,
  picture,
  slug,
  words,
} from './section-pieces.ts'
import { schemaFaults } from './schema-words.ts'
import { shown } from './shown-text.ts'
import { templateNameFault } from './template-pages.ts'

/*
 * Templates of pages, as a merchant's theme has them: `templates/<page>.json` or `templates/<page>.<slug>.json`, an
 * ordered list of sections with settings. The names are those of the section model that people know from other shops.
 * A page that is written whole, `templates/<page>.liquid`, has its sections and no order: its text says where they stand.
 */

const none = z.strictObject({}).prefault({})

const placed = <Type extends string, Settings extends z.ZodType>(type: Type, settings: Settings) =>
  z.strictObject({
    type: z.literal(type),
    /** It is not shown, and its settings stay. */
    disabled: z.boolean().default(false),
    settings,
  })

/** The sections of the shop's own, with their settings. Each has a View in `src/storefront/sections`. */
const kinds = [
  /** The page as it is without a template. */
  placed('main', none),
  /** The first block of the home page: without texts of its own, the page `home` and the first collection. */
  placed(
    'hero',
    z
      .strictObject({
        title: words(200),
        lead: words(500),
        picture: picture.nullable().default(null),
        /** In the place of the first collection. */
        link: link.nullable().default(null),
        /** Null: that of the theme. */
        shape: z.enum(heroShapes).nullable().default(null),
      })
      .prefault({}),
  ),
  /** The first level of categories, or those that are named. */
  placed(
    'categories',
    z.strictObject({ title: words(200), slugs: z.array(slug).max(24).default([]) }).prefault({}),
  ),
  placed(
    'products',
    z
      .strictObject({
        ...goods,
        shape: z.enum(['feature', 'rail', 'grid']).default('grid'),
        limit: z.int().min(1).max(24).default(8),
        title: words(200),
      })
      .superRefine(checkGoods),
  ),
  /** Products one by one, by hand, keys, or by a clock that can be stopped. */
  placed(
    'product-slides',
    z
      .strictObject({
        ...goods,
        limit: z.int().min(1).max(24).default(8),
        title: words(200),
        /** Milliseconds; 0: only by hand. */
        every: z.union([z.literal(0), z.int().min(5_000).max(60_000)]).default(0),
      })
      .superRefine(checkGoods),
  ),
  placed(
    'collections',
    z
      .strictObject({
        /** Which, two by two; none: two of all. */
        slugs: z.array(slug).max(12).default([]),
        /** How many collections are left out before the first that is shown, where none is named. */
        skip: z.int().min(0).max(50).default(0),
        /** The larger one is the second; in the next pair it is the first again. */
        turned: z.boolean().default(false),
      })
      .prefault({}),
  ),
  /** What the shop says of itself: without words of its own, the text of the page `home`, or the shop's description. */
  placed('statement', z.strictObject({ html: words(20_000) }).prefault({})),
  /** The promotion that is named, while it runs; otherwise the one that ends first. */
  placed('offer', z.strictObject({ slug: z.string().max(120).default('') }).prefault({})),
  placed(
    'articles',
    z
      .strictObject({
        /** Of one tag; otherwise all. */
        tag: z.string().max(120).default(''),
        limit: z.int().min(1).max(12).default(3),
        title: words(200),
      })
      .prefault({}),
  ),
  placed(
    'reviews',
    z.strictObject({ title: words(200), limit: z.int().min(1).max(6).default(3) }).prefault({}),
  ),
  placed('newsletter', z.strictObject({ title: words(120), text: words(300) }).prefault({})),
  /** Shown while the shop has neither products nor categories. */
  placed('opening', none),
  placed('rich-text', z.strictObject({ title: words(200), html: words(20_000) }).prefault({})),
  placed(
    'questions',
    z.strictObject({
      title: words(200),
      entries: z
        .array(z.strictObject({ question: words(300), answer: words(5_000) }))
        .min(1)
        .max(50),
    }),
  ),
  /** A picture beside words: the one on a narrow window above the other. */
  placed(
    'story',
    z
      .strictObject({
        picture: picture.nullable().default(null),
        /** On which side of the words the picture is. */
        side: z.enum(['start', 'end']).default('start'),
        title: words(200),
        html: words(20_000),
        link: link.nullable().default(null),
      })
      .prefault({}),
  ),
  /** Pictures of different heights without gaps between them. */
  placed(
    'masonry',
    z.strictObject({
      title: words(200),
      entries: z
        .array(
          z.strictObject({
            picture,
            title: words(120),
            text: words(300),
            href: href.nullable().default(null),
          }),
        )
        .min(1)
        .max(24),
    }),
  ),
  placed(
    'logos',
    z.strictObject({
      title: words(200),
      entries: z
        .array(z.strictObject({ picture, href: href.nullable().default(null) }))
        .min(1)
        .max(24),
    }),
  ),
  /** A film of the folder media/films. Nothing of it is fetched before somebody starts it. */
  placed(
    'video',
    z.strictObject({
      film: z
        .string()
        .regex(
          /^[\w-][\w./-]{0,150}\.(mp4|webm)$/,
          'should be a film (mp4, webm) below media/films, such as workshop.mp4',
        ),
      title: words(200),
      poster: picture.nullable().default(null),
      captions: z.array(captions).max(20).default([]),
    }),
  ),
  /** A coupon with its code, while it runs. */
  placed('coupon', z.strictObject({ slug })),
  placed(
    'countdown',
    z.strictObject({
      until: z.iso.datetime({ offset: true }),
      title: words(200),
      text: words(500),
      /** In the place of the time that is left, once there is none; empty: the section is gone. */
      over: words(200),
      link: link.nullable().default(null),
    }),
  ),
  placed(
    'spacer',
    z.strictObject({ size: z.enum(['small', 'medium', 'large']).default('medium') }).prefault({}),
  ),
] as const

/** The types of the shop's own sections. */
export const sectionTypes = kinds.map(({ shape }) => shape.type.value)

const shopSection = z.discriminatedUnion('type', kinds, {
  error: ({ code, input }) => (code === 'invalid_union' ? noSuchSection(input) : undefined),
})

function noSuchSection(given: unknown): string {
  const type = typeof given === 'object' && given !== null && 'type' in given ? given.type : undefined
  if (typeof type !== 'string')
    return `it needs a "type", such as "type": "rich-text"; there are ${sectionTypes.join(', ')}`
  return `there is no section ${shown(type)}${meantWord(type, sectionTypes)}; there are ${sectionTypes.join(', ')}`
}

/** What a merchant's own section is set to: plain data, by the names that its file gives them. */
type SettingValue = string | number | boolean | null | SettingValue[] | { [name: string]: SettingValue }
const settingValue: z.ZodType<SettingValue> = z.lazy(() =>
  z.union([
    z.string().max(20_000),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(settingValue).max(100),
    z.record(z.string().max(60), settingValue),
  ]),
)
const settingName = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, 'small letters, digits and _')
const settings = z.record(settingName, settingValue).default({})

const fileName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,60}$/, 'the name of a file: small letters, digits, - and _')

interface PlacedBlock {
  type: string
  disabled: boolean
  settings: Record<string, SettingValue>
  blocks: Record<string, PlacedBlock>
  block_order: string[]
}
/** Blocks of one section or block. */
const mostBlocks = 50
const blockId = z.string().regex(/^[a-zA-Z0-9][\w-]{0,59}$/, 'letters, digits, - and _')
const blocks = z.lazy(() => z.record(blockId, block)).default({})
const block: z.ZodType<PlacedBlock> = z.strictObject({
  type: fileName,
  disabled: z.boolean().default(false),
  settings,
  blocks,
  block_order: z.array(blockId).max(mostBlocks).default([]),
})

/** A section of the merchant's own: `sections/<type>.liquid` of the theme. */
const ownSection = z.strictObject({
  type: fileName,
  disabled: z.boolean().default(false),
  settings,
  blocks,
  block_order: z.array(blockId).max(mostBlocks).default([]),
})
export type OwnSection = z.output<typeof ownSection>
export type OwnBlock = PlacedBlock

type ShopSection = z.output<typeof shopSection>
export type PlacedSection = ShopSection | OwnSection
export type SectionType = ShopSection['type']
export type SettingsOf<Type extends SectionType> = Extract<ShopSection, { type: Type }>['settings']

export function isShopSection(section: PlacedSection): section is ShopSection {
  return sectionTypes.some((type) => type === section.type)
}

/** By the schema of its type, whose faults are then those that are said. */
const section = z.unknown().transform((given, ctx): PlacedSection => {
  const type = typeof given === 'object' && given !== null && 'type' in given ? given.type : null
  const isOwn = fileName.safeParse(type).success && !sectionTypes.some((one) => one === type)
  const parsed = (isOwn ? ownSection : shopSection).safeParse(given)
  if (parsed.success) return parsed.data
  for (const { what, path } of schemaFaults(parsed.error, (key, at) =>
    nearestWord(key, settingsAt(type, at)),
  ))
    ctx.addIssue({ code: 'custom', message: what, path: [...path] })
  return z.NEVER
})

/** The settings that a section of the shop's has, where a fault is one of them. */
function settingsAt(type: unknown, [member, ...further]: readonly PropertyKey[]): string[] {
  const kind = kinds.find(({ shape }) => shape.type.value === type)
  if (kind === undefined) return []
  if (member === undefined) return Object.keys(kind.shape)
  if (member !== 'settings' || further.length > 0) return []
  const { settings: given } = kind.shape
  const set = given instanceof z.ZodPrefault ? given.unwrap() : given
  return Object.keys(set.shape)
}

/** Sections that a template shows, and sections that it defines, shown or not. */
const mostSections = 25
const mostDefined = 50
/** Of one template, as JSON: every node has all of them in its memory. */
const mostLetters = 512 * 1024
/** Of one theme. */
const mostTemplates = 200

const sectionId = z
  .string()
  .regex(/^[a-z][\w-]{0,39}$/, 'a small letter first, then letters, digits, - and _')

export const pageTemplate = z
  .strictObject({
    /** What stands around the sections, and in the head; empty texts: those of the page itself. */
    layout: z
      .strictObject({
        hideHeader: z.boolean().default(false),
        hideFooter: z.boolean().default(false),
        title: words(200),
        description: words(500),
      })
      .prefault({}),
    sections: z.record(sectionId, section).default({}),
    /** Ids of sections, the first on top. One that is not named is not shown. Empty where the page is written whole. */
    order: z.array(sectionId).max(mostSections).default([]),
    /** The page is written whole: the theme has `templates/<name>.liquid`. */
    liquid: z.literal(true).optional(),
  })
  .superRefine((template, ctx) => {
    const { sections, order, liquid } = template
    if (liquid === undefined && order.length === 0)
      ctx.addIssue({
        code: 'custom',
        path: ['order'],
        message: 'should name the sections to show by their ids, such as ["hero"], the first on top',
      })
    if (liquid === true && order.length > 0)
      ctx.addIssue({
        code: 'custom',
        path: ['order'],
        message: 'a page that is written whole has none: {% section "id" %} says where a section stands',
      })
    for (const [index, id] of order.entries()) {
      if (!Object.hasOwn(sections, id))
        ctx.addIssue({ code: 'custom', path: ['order', index], message: noSuchId(id, Object.keys(sections)) })
      if (order.indexOf(id) !== index)
        ctx.addIssue({ code: 'custom', path: ['order', index], message: `${id} stands here twice` })
    }
    if (liquid === true)
      for (const [id, { type }] of Object.entries(sections))
        if (type === 'main')
          ctx.addIssue({ code: 'custom', path: ['sections', id], message: 'the page itself is {% main %}' })
    const defined = Object.keys(sections).length
    if (defined > mostDefined)
      ctx.addIssue({
        code: 'custom',
        path: ['sections'],
        message: `${defined} sections; at most ${mostDefined}`,
      })
    const letters = JSON.stringify(template).length
    if (letters > mostLetters)
      ctx.addIssue({ code: 'custom', message: `${letters} letters; at most ${mostLetters}` })
  })
export type PageTemplate = z.output<typeof pageTemplate>

function noSuchId(id: string, known: readonly string[]): string {
  const has = known.length === 0 ? 'has none' : `has ${known.join(', ')}`
  return `there is no section ${id}${meantWord(id, known)}; "sections" ${has}`
}

/** A section of the shop's without settings of its own, by its type; null: there is none, or it needs some. */
export function sectionWithoutSettings(type: string): PlacedSection | null {
  if (!sectionTypes.some((one) => one === type && one !== 'main')) return null
  const parsed = shopSection.safeParse({ type })
  return parsed.success ? parsed.data : null
}

/** By `<page>` or `<page>.<slug>`. */
export const templates = z.record(z.string(), pageTemplate).superRefine((all, ctx) => {
  const names = Object.keys(all)
  if (names.length > mostTemplates)
    ctx.addIssue({ code: 'custom', message: `${names.length} templates; at most ${mostTemplates}` })
  for (const name of names) {
    const fault = templateNameFault(name)
    if (fault !== null) ctx.addIssue({ code: 'custom', path: [name], message: fault })
  }
})
export type Templates = z.output<typeof templates>
