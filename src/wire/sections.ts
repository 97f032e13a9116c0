import { z } from 'zod'

/*
 * Templates of pages, as a merchant's theme has them: `templates/<page>.json` or `templates/<page>.<slug>.json`, an
 * ordered list of sections with settings. The names are those of the section model that people know from other shops.
 */

/** Texts by language. */
const words = (most: number) => z.record(z.string().max(20), z.string().max(most)).default({})

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
  placed('hero', z.strictObject({ title: words(200), lead: words(500) }).prefault({})),
  placed('categories', none),
  placed(
    'products',
    z.strictObject({
      from: z.enum(['new', 'best']),
      shape: z.enum(['feature', 'rail', 'grid']).default('grid'),
      limit: z.int().min(1).max(8).default(8),
      title: words(200),
    }),
  ),
  placed(
    'collections',
    z
      .strictObject({
        /** How many collections are left out before the first that is shown. */
        skip: z.int().min(0).max(50).default(0),
        /** The larger one is the second. */
        turned: z.boolean().default(false),
      })
      .prefault({}),
  ),
  /** What the shop says of itself: the text of the page `home`, or the shop's description. */
  placed('statement', none),
  placed('offer', none),
  placed(
    'articles',
    z.strictObject({ limit: z.int().min(1).max(12).default(3), title: words(200) }).prefault({}),
  ),
  placed('reviews', z.strictObject({ limit: z.int().min(1).max(6).default(3) }).prefault({})),
  placed('newsletter', none),
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
  placed(
    'spacer',
    z.strictObject({ size: z.enum(['small', 'medium', 'large']).default('medium') }).prefault({}),
  ),
] as const

const section = z.discriminatedUnion('type', kinds, {
  error: ({ code }) =>
    code === 'invalid_union'
      ? `there is no such section; there are ${kinds.map(({ shape }) => shape.type.value).join(', ')}`
      : undefined,
})
export type PlacedSection = z.output<typeof section>
export type SectionType = PlacedSection['type']
export type SettingsOf<Type extends SectionType> = Extract<PlacedSection, { type: Type }>['settings']

/** Sections of one template, and templates of one theme. */
const mostSections = 25
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
    sections: z.record(sectionId, section),
    /** Ids of sections, the first on top. One that is not named is not shown. */
    order: z.array(sectionId).min(1).max(mostSections),
  })
  .superRefine(({ sections, order }, ctx) => {
    for (const [index, id] of order.entries()) {
      if (!Object.hasOwn(sections, id))
        ctx.addIssue({ code: 'custom', path: ['order', index], message: `there is no section ${id}` })
      if (order.indexOf(id) !== index)
        ctx.addIssue({ code: 'custom', path: ['order', index], message: `${id} stands here twice` })
    }
    const most = Object.keys(sections).length
    if (most > mostSections * 2)
      ctx.addIssue({
        code: 'custom',
        path: ['sections'],
        message: `${most} sections; at most ${mostSections * 2}`,
      })
  })
export type PageTemplate = z.output<typeof pageTemplate>

/** Pages that a theme can have a template for. What tells of a fault is made by no template. */
export const templatePages = [
  'home',
  'category',
  'product',
  'cart',
  'search',
  'tag',
  'collection',
  'article',
  'article-list',
  'page',
  'promotion',
  'promotion-list',
  'coupon',
  'coupon-list',
  'custom',
  'inquiry',
  'favorite',
  'checkout-detail',
  'checkout-thankyou',
  'auth',
  'user',
  'order',
  'return',
] as const
const ofEntry = /^[a-z-]+(\.[\p{L}\p{N}][\p{L}\p{N}_-]*)?$/u

function nameFault(name: string): string | null {
  if (name.length > 160 || !ofEntry.test(name))
    return 'not the name of a page, such as product, or of one entry, such as product.oak-stool'
  return templatePages.some((page) => page === name.split('.')[0])
    ? null
    : `there are templates for ${templatePages.join(', ')}`
}

/** By `<page>` or `<page>.<slug>`. */
export const templates = z.record(z.string(), pageTemplate).superRefine((all, ctx) => {
  const names = Object.keys(all)
  if (names.length > mostTemplates)
    ctx.addIssue({ code: 'custom', message: `${names.length} templates; at most ${mostTemplates}` })
  for (const name of names) {
    const fault = nameFault(name)
    if (fault !== null) ctx.addIssue({ code: 'custom', path: [name], message: fault })
  }
})
export type Templates = z.output<typeof templates>
