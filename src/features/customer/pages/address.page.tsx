import type { ReactNode } from 'react'
import type { BookEntry } from '#features/addresses/contract.ts'
import type { EntryStart } from '#features/addresses/parts/entry-start.ts'
import { presentBook } from '#features/addresses/rules.ts'
import { findAddresses } from '#features/addresses/queries/book.ts'
import { address as addressOf, type Address } from '#features/postal/contract.ts'
import type { Ctx, Posted } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import { AddressBook, blankFor, type BookData } from '../parts/address-book.tsx'
import { Area, areaMeta, areaPage } from '../parts/area.tsx'

export default definePage<BookData>({
  ...areaPage,
  styles: ['checkout', 'account', 'area'],
  query: ['edit'],

  async load(ctx, _params, query) {
    const customer = (await ctx.who()).customer!
    const entries = presentBook(await findAddresses(ctx.db, customer), ctx.locale)
    const blank = await blankFor(ctx, customer)
    const open = openOf(ctx, entries, blank, query.get('edit'))
    return { kind: 'page', data: { entries, open, blank }, tags: [] }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.menu.address'), ctx),

  pageData: () => null,

  View({ data, ctx }): ReactNode {
    const { t } = ctx
    if (data.open === null)
      return (
        <Area part="address" title={t('user.menu.address')} lead={t('book.lead')} ctx={ctx}>
          <AddressBook data={data} ctx={ctx} />
        </Area>
      )
    const title = t(data.open.id === null ? 'book.add' : 'book.edit_title')
    return (
      <Area part="address" title={title} saysFaults={false} ctx={ctx}>
        <AddressBook data={data} ctx={ctx} />
      </Area>
    )
  },
})

/** The form that the URL names, with what was typed into it. */
function openOf(
  ctx: Ctx,
  entries: readonly BookEntry[],
  blank: Address,
  edit: string | null,
): EntryStart | null {
  const { posted } = ctx.visitor
  const known = entries.find(({ id }) => `${id}` === edit) ?? null
  if (known === null && edit !== 'new') return null
  const id = known?.id ?? null
  const stored = known?.address ?? blank
  const typed = typedIn(posted, stored)
  if (posted === null || typed === null)
    return { id, value: stored, isDefault: known?.isDefault ?? entries.length === 0, errors: {} }
  const here = `${linksFor(ctx.shop.router, ctx.langPath).user('address')}?edit=${id ?? 'new'}`
  // Without scripts the country is sent first, to show its fields: nothing is missing yet.
  const isCountryOnly = posted.values['next']?.at(-1) === here
  return { id, value: typed, isDefault: isTicked(posted), errors: isCountryOnly ? {} : posted.errors }
}

function isTicked({ values }: Posted): boolean {
  return values['isDefault']?.includes('on') ?? false
}

/** What a refused form had; fields that it did not show are as they are stored. */
function typedIn(posted: Posted | null, stored: Address): Address | null {
  if (posted === null) return null
  const typed = Object.entries(stored).map(([part, before]) => [
    part,
    posted.values[`address.${part}`]?.at(-1) ?? before,
  ])
  const parsed = addressOf.safeParse(Object.fromEntries(typed))
  return parsed.success ? parsed.data : null
}
