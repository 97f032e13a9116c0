import { nearestWord } from '#domain/edit-distance.ts'

/* The names that templates may have: `<page>`, or `<page>.<slug>` for one entry. */

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
const mostLetters = 160

/** Why a template may not have a name, and which it may have; null: it may. */
export function templateNameFault(name: string): string | null {
  const [page = '', ...rest] = name.split('.')
  if (!templatePages.some((one) => one === page)) return noSuchPage(page, rest)
  if (name.length <= mostLetters && ofEntry.test(name)) return null
  return `after ${page} comes a point and the slug of one entry, such as ${page}.oak-stool, of at most ${mostLetters} characters in all`
}

function noSuchPage(page: string, rest: readonly string[]): string {
  const near = nearestWord(page.slice(0, 60), templatePages)
  const slug = page
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
  const meant =
    near !== null
      ? `did you mean ${[near, ...rest].join('.').slice(0, mostLetters)}?`
      : `custom.${slug} is a page of your own, and page.${slug} the content page of that slug`
  return `there is no page ${page.slice(0, 60)} (${meant}); there are templates for ${templatePages.join(', ')}`
}
