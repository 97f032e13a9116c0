import { z } from 'zod'
import { productCard } from '#features/catalog/contract.ts'
import { articleCard } from '#features/content/contract.ts'
import { endpoint } from '#wire/endpoint.ts'

/*
 * Favourites: what somebody keeps for later. A guest's belong to the browser, a customer's to the account. `id` is the
 * slug, which names a product or an article in every call.
 */

const type = z.enum(['product', 'article'])
export type FavouriteType = z.output<typeof type>

const thing = z.strictObject({ type, id: z.string().min(1).max(120) })

/** How many there are, of each type and together. */
const counts = z.object({ count: z.int(), products: z.int(), articles: z.int() })
export type FavouriteCounts = z.output<typeof counts>

/** The id of the one form that the hearts of all products submit; it is part of the frame. */
export const heartForm = 'favorite'

/** The most favourites of one browser or customer, of both types together. */
export const mostFavourites = 500

/** What is a favourite already stays as it was added first. */
export const addFavourite = endpoint({
  path: '/favorite/add',
  summary: 'Keeps a product or an article as a favourite',
  writes: true,
  input: thing,
  output: counts,
  problems: ['unknown_product', 'unknown_article', 'favorites_full', 'too_many_requests'],
})

/** What is no favourite is none afterwards, too. */
export const cancelFavourite = endpoint({
  path: '/favorite/cancel',
  summary: 'Removes a product or an article from the favourites',
  writes: true,
  input: thing,
  output: counts,
  problems: ['too_many_requests'],
})

const favouriteProduct = z.object({
  card: productCard,
  /** The day on which it was added, in words. */
  added: z.string(),
  /** If it costs less now than when it was added, in the currency of then: by "$8", before "$48". */
  fall: z.object({ by: z.string(), before: z.string() }).nullable(),
  /** It was sold out when it was added, and can be bought now. */
  isBack: z.boolean(),
})
export type FavouriteProduct = z.output<typeof favouriteProduct>

const favouriteArticle = z.object({ card: articleCard, added: z.string() })
export type FavouriteArticle = z.output<typeof favouriteArticle>

const favouritePage = z.object({
  /** Of the requested type, those added last first; the other list is empty. */
  products: z.array(favouriteProduct),
  articles: z.array(favouriteArticle),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
})
export type FavouritePage = z.output<typeof favouritePage>

export const listFavourites = endpoint({
  path: '/favorite/list',
  summary: 'One page of the visitor’s favourites of one type',
  input: z.strictObject({ type: type.default('product'), page: z.int().min(1).max(100).default(1) }),
  output: favouritePage,
})

export const countFavourites = endpoint({
  path: '/favorite/count',
  summary: 'How many favourites the visitor has',
  input: z.strictObject({}),
  output: counts,
})

/** The path is spelled as the specification has it. */
export const wishList = endpoint({
  path: '/favorite/whishList',
  summary:
    'The ids of all favourites, those added last first: to mark them on pages that are the same for everybody',
  input: z.strictObject({}),
  output: z.object({ articles: z.array(z.string()), products: z.array(z.string()) }),
})

/** Each link takes the place of the one before; it cannot be read again later. */
export const shareFavourites = endpoint({
  path: '/favorite/share',
  summary: 'Makes a link that shows the favourite products to others',
  writes: true,
  isOnce: true,
  input: z.strictObject({}),
  /** Its path on the shop, and all of it, to be sent to others. */
  output: z.object({ href: z.string(), url: z.string() }),
  problems: ['favorites_empty', 'too_many_requests'],
})

export const withdrawFavourites = endpoint({
  path: '/favorite/withdraw',
  summary: 'Ends the link that shows the favourites to others',
  writes: true,
  isOnce: true,
  input: z.strictObject({}),
  output: z.object({}),
  problems: ['too_many_requests'],
})
