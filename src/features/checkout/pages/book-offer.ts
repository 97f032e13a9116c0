import { mostAddresses } from '#features/addresses/actions/book.ts'
import { findAddresses } from '#features/addresses/queries/book.ts'
import { isSameAddress, presentBook } from '#features/addresses/rules.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { CheckoutView } from '../contract.ts'
import type { BookOffer } from '../islands/address-form/from-book.tsx'

/** The customer's addresses in the reader's words, and which of them the checkout has; null for a guest. */
export async function bookOffer(ctx: Ctx, view: CheckoutView, keeps: boolean): Promise<BookOffer | null> {
  const { customer } = await ctx.who()
  if (customer === null) return null
  const book = await findAddresses(ctx.db, customer)
  return {
    entries: presentBook(book, ctx.locale),
    chosen: book.find(({ address }) => isSameAddress(address, view.address))?.id ?? null,
    hasRoom: book.length < mostAddresses,
    keeps,
  }
}
