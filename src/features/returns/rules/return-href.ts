import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'

interface Looking {
  readonly customer: number | null
}

/** Where a visitor sees a return: customers within their account, guests on a page of its own. */
export function returnHref(
  number: string,
  { customer }: Looking,
  { shop, langPath }: Pick<Ctx, 'shop' | 'langPath'>,
): string {
  const links = linksFor(shop.router, langPath)
  return customer === null ? links.returnDetail(number) : links.userReturn(number)
}

/** The same of an order. */
export function orderHrefOf(
  number: string,
  { customer }: Looking,
  { shop, langPath }: Pick<Ctx, 'shop' | 'langPath'>,
): string {
  const links = linksFor(shop.router, langPath)
  return customer === null ? links.order(number) : links.userOrder(number)
}
