import type { ReactNode } from 'react'
import { ownCustomer } from '#features/account/rules/own-customer.ts'
import { mostAddresses } from '#features/addresses/actions/book.ts'
import type { BookEntry } from '#features/addresses/contract.ts'
import type { EntryStart } from '#features/addresses/parts/entry-start.ts'
import { addressModalTexts } from '#features/addresses/parts/texts.ts'
import { presentBook } from '#features/addresses/rules.ts'
import { findAddresses } from '#features/addresses/queries/book.ts'
import { shapeOf } from '#features/postal/actions/regions.ts'
import { address as addressOf, type Address } from '#features/postal/contract.ts'
import { countriesFor } from '#features/sales/rules/countries.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx, Posted } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { dialChoices } from '#ui/forms/dial-codes.ts'
import { linksFor } from '#wire/links.ts'
import { Area, areaMeta, areaPage } from '../parts/area.tsx'

interface Data {
  entries: BookEntry[]
  /** The address in the form; null when there is no form. */
  open: EntryStart | null
  /** What a new address has from the start. */
  blank: Address
}

export default definePage<Data>({
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
          <Book data={data} ctx={ctx} />
        </Area>
      )
    const title = t(data.open.id === null ? 'book.add' : 'book.edit_title')
    return (
      <Area part="address" title={title} saysFaults={false} ctx={ctx}>
        <Book data={data} ctx={ctx} />
      </Area>
    )
  },
})

/** The list, or the form of one address; the addresses that are not shown are not sent. */
function Book({ data: { entries, open, blank }, ctx }: { data: Data; ctx: Ctx }): ReactNode {
  const { shop, langPath, lang, texts } = ctx
  const links = linksFor(shop.router, langPath)
  const opened = open === null ? [blank, ...entries.map(({ address }) => address)] : [open.value]
  const countries = new Set(opened.map(({ country }) => country))
  return (
    <Island
      name="address-modal"
      k="address"
      on="load"
      props={{
        entries: open === null ? entries : [],
        open,
        blank,
        shapes: Object.fromEntries([...countries].map((country) => [country, shapeOf(ctx, country)])),
        countries: countriesFor(shop.sales, lang),
        dials: dialChoices(lang),
        most: mostAddresses,
        links: {
          add: links.form('address/add'),
          edit: links.form('address/edit'),
          remove: links.form('address/delete'),
          setDefault: links.form('address/setDefault'),
          book: links.user('address'),
        },
        texts: pickTexts(texts, addressModalTexts),
        lang,
      }}
    />
  )
}

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

/** Most people write their own name first. */
async function blankFor(ctx: Ctx, customer: number): Promise<Address> {
  const { firstName, lastName } = await ownCustomer(ctx.db, customer)
  const countries = countriesFor(ctx.shop.sales, ctx.lang)
  return addressOf.parse({
    firstName,
    lastName,
    country: countries.length === 1 ? countries[0]!.code : '',
  })
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
