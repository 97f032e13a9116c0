import { byWord, own } from '#domain/by-word.ts'
import { placeOf, type ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { schemaIn } from '#platform/server/liquid/schema-text.ts'
import { fileOfSection } from '#storefront/sections/own.tsx'
import { fileOfPage, namedIn } from '#storefront/sections/whole-page.tsx'
import {
  isShopSection,
  type OwnBlock,
  type OwnSection,
  type PageTemplate,
  type PlacedSection,
  type Templates,
} from '#wire/sections.ts'
import type { ThemeFault } from './theme-fault.ts'

/*
 * Templates that leave out what their page is for: a product without a price and a way into the cart, a search without
 * results. A merchant may build that of smaller parts, so whatever may be one counts, wherever in a file it stands.
 */

/** What stands on a page, in all files that show it. */
interface Shown {
  /** `oak` of `category.oak`; null for a template of all entries. */
  slug: string | null
  /** The shop's own sections. */
  sections: readonly Exclude<PlacedSection, OwnSection>[]
  parts: readonly ShownPart[]
  /** Tags and outputs without texts in quotes, one each line. */
  liquid: string
}

interface ShownPart {
  /** `product-buttons`; `cart/add` of a form with HTML of the merchant's own. */
  name: string
  /** What it is given, as it is written. */
  given: string
}

interface Need {
  what: string
  /** How a section of the merchant's own shows it; null: only the page's main part does. */
  instead: string | null
  isShown: (shown: Shown) => boolean
}

const places = ({ parts }: Shown, ...names: string[]): boolean =>
  parts.some(({ name }) => names.includes(name))
const names =
  (expression: RegExp) =>
  ({ liquid }: Shown) =>
    expression.test(liquid)
const never = (): boolean => false

/** They show the price as well. */
const buttons = ['product-buttons', 'product-interactive', 'product-modal']

/** The products of a category, a collection or a tag: of the page, or those of the entry that it is for. */
function productsOf(page: 'category' | 'collection' | 'tag'): Need {
  const isOfEntry = ({ slug, sections, parts }: Shown): boolean =>
    sections.some(
      ({ type, settings }) =>
        (type === 'products' || type === 'product-slides') &&
        settings.from === page &&
        settings.slug === slug,
    ) || parts.some(({ name, given }) => isList(name) && slug !== null && given.includes(`"${slug}"`))
  const isOfPage = ({ parts }: Shown): boolean =>
    parts.some(
      ({ name, given }) => isList(name) && new RegExp(`\\b${page}\\.slug\\b|: ${page}\\b`).test(given),
    )
  const hasList = names(/\bproducts\b/)
  return {
    what: `the products of the ${page}`,
    instead: '{% for product in products %}',
    isShown: (shown) => hasList(shown) || isOfPage(shown) || isOfEntry(shown),
  }
}

const isList = (name: string): boolean =>
  name === 'product-list' || name === 'product-slides' || name === 'category-product'

const only = (what: string): Need[] => [{ what, instead: null, isShown: never }]
const part = (what: string, name: string): Need => ({
  what,
  instead: `{% island "${name}" %}`,
  isShown: (shown) => places(shown, name),
})

/** What the main part of a page does for those who open it. A page that is not named here is whatever stands on it. */
const needs = byWord<readonly Need[]>({
  product: [
    {
      what: 'the price',
      instead: '{% price product %}',
      isShown: (shown) =>
        places(shown, ...buttons, 'product-price') ||
        /^-?\s{0,20}price\s{1,20}\w|\.price\b/m.test(shown.liquid),
    },
    {
      what: 'the button that puts it into the cart',
      instead: '{% form "cart/add", product: product %}',
      isShown: (shown) => places(shown, ...buttons, 'cart/add'),
    },
  ],
  category: [productsOf('category')],
  collection: [productsOf('collection')],
  tag: [productsOf('tag')],
  search: [
    {
      what: 'the results',
      instead: '{% for product in products %}',
      isShown: names(/\bproducts\b/),
    },
  ],
  cart: [part('the lines of the cart and the way to the checkout', 'cart')],
  'checkout-detail': [
    part('the address', 'address-form'),
    part('the ways of delivery', 'checkout-shipping-plan'),
    part('the ways to pay and the button that places the order', 'checkout-payment'),
  ],
  'checkout-thankyou': only('what was ordered and how it is paid'),
  'article-list': [
    {
      what: 'the articles',
      instead: '{% for article in articles %}',
      isShown: (shown) =>
        names(/\barticles\b/)(shown) ||
        places(shown, 'article-list', 'article-masonry') ||
        shown.sections.some(({ type }) => type === 'articles'),
    },
  ],
  article: [
    {
      what: 'the text of the article',
      instead: '{{ article.body | raw }}',
      // One article may be designed by hand.
      isShown: (shown) => shown.slug !== null || /\barticle\.body\b/.test(shown.liquid),
    },
  ],
  page: [
    {
      what: 'the text of the page',
      instead: '{{ page.body | raw }}',
      isShown: (shown) => shown.slug !== null || /\bpage\.body\b/.test(shown.liquid),
    },
  ],
  promotion: [
    {
      what: 'the promotion',
      instead: null,
      isShown: ({ slug, sections }) =>
        sections.some(({ type, settings }) => type === 'offer' && settings.slug === slug),
    },
  ],
  'promotion-list': [
    {
      what: 'the promotions',
      instead: '{% island "slides", from: "promotions" %}',
      isShown: ({ parts }) =>
        parts.some(({ name, given }) => name === 'slides' && given.includes('promotions')),
    },
  ],
  coupon: [
    {
      what: 'the coupon',
      instead: null,
      isShown: ({ slug, sections }) =>
        sections.some(({ type, settings }) => type === 'coupon' && settings.slug === slug),
    },
  ],
  'coupon-list': [
    {
      what: 'the coupons',
      instead: null,
      isShown: ({ sections }) => sections.some(({ type }) => type === 'coupon'),
    },
  ],
  inquiry: only('the form'),
  favorite: only('the favourites'),
  auth: only('the form to sign in'),
  user: only('the customer’s account'),
  order: only('the order'),
  return: only('the return'),
})

/** Hints: the templates on whose pages nobody can do what the page is for, each with what to add. */
export function lackingParts(files: ThemeFiles, templates: Templates): ThemeFault[] {
  return Object.entries(templates).flatMap(([name, template]) => {
    const [page = '', slug = null] = name.split('.')
    const wanted = own(needs, page) ?? []
    if (wanted.length === 0 || showsMain(files, name, template)) return []
    const shown = shownBy(files, name, template, slug)
    const lacking = wanted.filter((need) => !need.isShown(shown))
    if (lacking.length === 0) return []
    const place =
      template.liquid === true
        ? { path: '', file: fileOfPage(name), line: 1 }
        : { path: `templates.${name}.order`, ...placeOf(files, `templates.${name}.order`) }
    return [{ ...place, reason: reasonOf(page, lacking, template) }]
  })
}

function reasonOf(page: string, lacking: readonly Need[], template: PageTemplate): string {
  const what = lacking.map((need) => need.what).join(' and ')
  const isOff = Object.values(template.sections).some(({ type, disabled }) => type === 'main' && disabled)
  const main =
    template.liquid === true
      ? 'add {% main %}'
      : isOff
        ? 'its section of the type main is disabled: take "disabled" out'
        : 'add "main": { "type": "main" } to "sections", and "main" to "order"'
  const own = lacking.flatMap(({ instead }) => instead ?? [])
  const build = own.length < lacking.length ? '' : `, or ${own.join(' and ')} in a section of your own`
  return `nothing on this page (${page}) shows ${what}: ${main}${build}`
}

function showsMain(files: ThemeFiles, name: string, template: PageTemplate): boolean {
  if (template.liquid === true)
    return /^-?\s{0,20}main\b/m.test(withoutTexts(liquidIn(withoutComments(textOf(files, fileOfPage(name))))))
  return template.order.some((id) => {
    const section = own(template.sections, id)
    return section?.type === 'main' && !section.disabled
  })
}

function shownBy(files: ThemeFiles, name: string, template: PageTemplate, slug: string | null): Shown {
  const isWhole = template.liquid === true
  const source = isWhole ? textOf(files, fileOfPage(name)) : ''
  const placed = isWhole
    ? namedIn(source, template, files).map((one) => one.placed)
    : template.order.flatMap((id) => own(template.sections, id) ?? [])
  const sections = placed.filter(({ disabled }) => !disabled)
  const ofShop = sections.filter(isShopSection)
  const entries = sections.flatMap((one) =>
    isShopSection(one) ? [] : [fileOfSection(one), ...filesOfBlocks(one)],
  )
  const sources = [source, ...withSnippets(files, isWhole ? [fileOfPage(name), ...entries] : entries)]
  const written = sources.map(withoutComments)
  const liquid = written.map(liquidIn)
  return {
    slug,
    sections: ofShop,
    parts: [...liquid.flatMap(partsInLiquid), ...[...written, ...textsIn(ofShop)].flatMap(partsInHtml)],
    liquid: liquid.map(withoutTexts).join('\n'),
  }
}

function filesOfBlocks({ blocks, block_order: order }: Pick<OwnBlock, 'blocks' | 'block_order'>): string[] {
  return order.flatMap((id) => {
    const block = own(blocks, id)
    return block === undefined || block.disabled
      ? []
      : [`blocks/${block.type}.liquid`, ...filesOfBlocks(block)]
  })
}

/** The texts of files and of all snippets that they render. */
function withSnippets(files: ThemeFiles, entries: readonly string[]): string[] {
  const found = new Map<string, string>()
  const add = (file: string): void => {
    if (found.has(file)) return
    const text = textOf(files, file)
    found.set(file, text)
    for (const [, name] of liquidIn(withoutComments(text)).matchAll(/\brender\s{1,20}["']([\w-]{1,61})["']/g))
      add(`snippets/${name}.liquid`)
  }
  for (const file of entries) add(file)
  return [...found.values()]
}

function textOf(files: ThemeFiles, file: string): string {
  return files.get(file)?.toString('utf8') ?? ''
}

/** Without what shows nothing: the schema, and what stands between `{% comment %}` and its end. */
function withoutComments(text: string): string {
  const schema = schemaIn(text)
  const whole = schema === null ? text : text.slice(0, schema.from) + text.slice(schema.to)
  const [first = '', ...rest] = whole.split(/\{%-?\s{0,20}comment\s{0,20}-?%\}/)
  return [first, ...rest.map((piece) => piece.split(/\{%-?\s{0,20}endcomment\b/, 2)[1] ?? '')].join('')
}

/** The inside of tags and outputs, one after the other. */
function liquidIn(text: string): string {
  return [...text.matchAll(/\{%([^]{0,8000}?)%\}|\{\{([^]{0,8000}?)\}\}/g)]
    .map(([, tag, output]) => tag ?? output ?? '')
    .filter((inside) => !/^-?\s{0,20}#/.test(inside))
    .join('\n')
}

function withoutTexts(liquid: string): string {
  return liquid.replace(/"[^"\n]*"|'[^'\n]*'/g, '""')
}

/** Those of `{% island %}` and `{% form %}`. A form with nothing between it and an end is the shop's own part. */
function partsInLiquid(liquid: string): ShownPart[] {
  const found = /\b(island|form)\s{1,20}["']([\w/-]{1,60})["']([^\n]{0,2000})/g
  return [...liquid.matchAll(found)].map(({ 0: whole, 1: tag, 2: name = '', 3: given = '', index }) => {
    const isWhole =
      tag === 'form' && /\b(?:end)?form\b/.exec(liquid.slice(index + whole.length))?.[0] !== 'endform'
    return { name: isWhole && name === 'cart/add' ? 'product-buttons' : name, given }
  })
}

/** Those of `<x-island>`. */
function partsInHtml(html: string): ShownPart[] {
  return [...html.matchAll(/<x-island\b([^>]{0,4000})/g)].map(([, given = '']) => ({
    name: /\bc\s{0,9}=\s{0,9}["']([\w-]{1,60})["']/.exec(given)?.[1] ?? '',
    given: given.replaceAll('&quot;', '"'),
  }))
}

/** All texts in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
