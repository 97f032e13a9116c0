/**
 * The stylesheets of the shop, `src/app/styles/<name>.css`, in the order in which they count. Every page has `base`
 * and names the others that it needs.
 */
export const stylesheets = [
  'base',
  'shop',
  'home',
  'product',
  'content',
  'promotions',
  'checkout',
  'orders',
  'reviews',
  'account',
  'area',
  'returns',
  'sections',
] as const

export type Stylesheet = (typeof stylesheets)[number]

/** What a page names: all but what it has anyway. */
export type StyleArea = Exclude<Stylesheet, 'base'>

export type StylesheetHrefs = Readonly<Record<Stylesheet, string>>

/** The stylesheets of a page that names `areas`, in their order. */
export function stylesheetsFor(areas: readonly StyleArea[]): Stylesheet[] {
  return stylesheets.filter((name) => name === 'base' || areas.includes(name))
}

export function hrefsOf(hrefOf: (name: Stylesheet) => string): StylesheetHrefs {
  return Object.fromEntries(stylesheets.map((name) => [name, hrefOf(name)])) as Record<Stylesheet, string>
}
