import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Served } from '#platform/server/serve.ts'
import { linksFor } from '#wire/links.ts'
import type { UserPage } from '#wire/paths.ts'

/** A plain form of the account area: back to its page, which also shows a refused one again. */
export function toUser(part: UserPage, done: MessageKey | null): NonNullable<Served['form']> {
  const page: NonNullable<Served['form']>['page'] = (ctx) =>
    linksFor(ctx.shop.router, ctx.langPath).user(part)
  return { next: (ctx) => linksFor(ctx.shop.router, ctx.langPath).user(part), page, done }
}
