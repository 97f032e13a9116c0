import { ok, type Result } from '#domain/result.ts'
import { productCards } from '#features/catalog/actions/browse.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Input, Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { foundTags, longestQuery, type TermLink } from '../contract.ts'
import type * as contract from '../contract.ts'
import { markTitle } from '../text/marks.ts'
import { readQuery, rewritten } from '../text/query.ts'
import { formsOf } from '../text/tokens.ts'
import { findMatches, groupsOf, type FindOptions } from './find.ts'
import { foldTerm } from './meanings.ts'
import { redirectOf } from './search.ts'
import { hotTerms } from './terms.ts'

type Suggestions = Output<typeof contract.suggest>

const options: FindOptions = { maxCandidates: 150, limit: 6, entriesPerKind: 3, typing: true }
const maxTerms = 6
const maxHot = 8

/** Suggestions while a query is typed; popular terms while it is empty. */
export async function suggest(
  ctx: Ctx,
  { q: typed, history }: Input<typeof contract.suggest>,
): Promise<Result<Suggestions, never>> {
  const { q, words } = readQuery(typed, longestQuery)
  const links = linksFor(ctx.shop.router, ctx.langPath)
  if (words.length === 0) {
    const hot = (await hotTerms(ctx, maxHot)).map((text) => ({ text, href: links.search(text) }))
    return ok({ ...nothing, q, hot })
  }
  // Cached for all visitors; any change of a product or of a promotion invalidates all of them.
  const tags = [...foundTags, 'promotions']
  const found = await ctx.kept(`suggest|${ctx.locale}|${ctx.currency}|${q}`, tags, () => suggestFor(ctx, q))
  const prefix = foldTerm(q)
  const own = history
    .filter((term) => foldTerm(term).startsWith(prefix))
    .map((text) => ({ text, href: links.search(text) }))
  return ok({ ...found, terms: uniqueTerms([...own, ...found.terms]).slice(0, maxTerms) })
}

const nothing: Omit<Suggestions, 'q' | 'hot'> = {
  terms: [],
  products: [],
  categories: [],
  collections: [],
  articles: [],
  pages: [],
  total: 0,
  didYouMean: null,
}

async function suggestFor(ctx: Ctx, q: string): Promise<Suggestions> {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const found = await findMatches(ctx, q, options)
  const { read, words, completions } = found.plan
  const cards = await productCards(ctx, found.ids)
  const last = read.words.at(-1)!
  const redirect = redirectOf(ctx, q)
  const completed = oneNumber(completions)
    .slice(0, maxTerms)
    .map((ending) => {
      const text = rewritten(read, new Map([[last.text, ending]]))
      return { text, href: links.search(text) }
    })
  return {
    q,
    terms: uniqueTerms([...(redirect === null ? [] : [{ text: q, href: redirect }]), ...completed]),
    products: cards.map((card) => ({
      title: markTitle(card.title, words, read.open),
      href: card.href,
      price: card.priceFrom ? ctx.t('catalog.from', { price: card.price.text }) : card.price.text,
      picture: card.picture,
    })),
    ...groupsOf(ctx, found),
    total: found.total,
    didYouMean:
      found.corrected === null ? null : { text: found.corrected, href: links.search(found.corrected) },
    hot: [],
  }
}

/** Leaves out a completion that is the plural or singular of a more frequent one. */
function oneNumber(endings: readonly string[]): string[] {
  const stems = (text: string): string[] => [text, ...formsOf({ text, written: text })]
  return endings.filter(
    (ending, index) =>
      !endings.slice(0, index).some((other) => stems(other).some((stem) => stems(ending).includes(stem))),
  )
}

function uniqueTerms(terms: readonly TermLink[]): TermLink[] {
  return [...new Map(terms.toReversed().map((term) => [foldTerm(term.text), term])).values()].toReversed()
}
