import type { MailCtx } from '#platform/server/jobs/outbox.ts'
import { linksFor } from '#wire/links.ts'

/** The absolute URL of the order's page with the key that opens it. */
export function orderHref(
  number: string,
  key: string,
  ctx: Pick<MailCtx, 'shop' | 'langPath' | 'origin'>,
): string {
  return `${ctx.origin}${linksFor(ctx.shop.router, ctx.langPath).order(number, key)}`
}
