import type { Quote } from '#domain/quote.ts'
import type { OfferNames } from '#features/promotions/queries/names.ts'
import { presentSums, type SumRow, type Wording } from '../present-sums.ts'

/** The sums of a quote in words: an order is explained as its checkout was. @param shipping what the method is called */
export function explainQuote(quote: Quote, shipping: string, names: OfferNames, wording: Wording): SumRow[] {
  return presentSums(quote, shipping, names, wording)
}
