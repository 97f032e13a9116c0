import { type Served } from '#platform/server/serve.ts'
import { linksFor } from '#wire/links.ts'
import type { MailPage } from '#wire/paths.ts'

/** Its form names the page to return to; without one it was no form of ours, and the page without a token says so. */
export const toMailLink = (page: MailPage): NonNullable<Served['form']> => ({
  next: (ctx) => linksFor(ctx.shop.router, ctx.langPath).mailLink(page, ''),
  done: null,
})
