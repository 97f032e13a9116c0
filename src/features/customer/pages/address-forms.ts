import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Served } from '#platform/server/serve.ts'
import { linksFor } from '#wire/links.ts'

type Form = NonNullable<Served['form']>

/** The plain forms of the address book: back to it; a refused one is shown again where it was typed. */
export function toBook(done: MessageKey): Form {
  const book: Form['next'] = (ctx) => linksFor(ctx.shop.router, ctx.langPath).user('address')
  return {
    next: book,
    page: (ctx, fields, { name }) => {
      const links = linksFor(ctx.shop.router, ctx.langPath)
      if (name !== 'address_incomplete' && name !== 'invalid_input') return links.user('address')
      const id = fields['id']?.at(-1)
      return `${links.user('address')}?${new URLSearchParams({ edit: id === undefined ? 'new' : id.slice(0, 20) })}`
    },
    done,
  }
}
