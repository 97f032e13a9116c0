import type { ReactNode } from 'react'
import { ownCustomer } from '#features/account/rules/own-customer.ts'
import { mostAddresses } from '#features/addresses/actions/book.ts'
import type { BookEntry } from '#features/addresses/contract.ts'
import type { EntryStart } from '#features/addresses/parts/entry-start.ts'
import { addressModalTexts } from '#features/addresses/parts/texts.ts'
import { shapeOf } from '#features/postal/actions/regions.ts'
import { address as addressOf, type Address } from '#features/postal/contract.ts'
import { countriesFor } from '#features/sales/rules/countries.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { dialChoices } from '#ui/forms/dial-codes.ts'
import { linksFor } from '#wire/links.ts'

export interface BookData {
  entries: BookEntry[]
  /** The address in the form; null when there is no form. */
  open: EntryStart | null
  /** What a new address has from the start. */
  blank: Address
}

/** The list, or the form of one address; the addresses that are not shown are not sent. */
export function AddressBook({
  data: { entries, open, blank },
  ctx,
  k = 'address',
}: {
  data: BookData
  ctx: Ctx
  k?: string
}): ReactNode {
  const { shop, langPath, lang, texts } = ctx
  const links = linksFor(shop.router, langPath)
  const opened = open === null ? [blank, ...entries.map(({ address }) => address)] : [open.value]
  const countries = new Set(opened.map(({ country }) => country))
  return (
    <Island
      name="address-modal"
      k={k}
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

/** Most people write their own name first. */
export async function blankFor(ctx: Ctx, customer: number): Promise<Address> {
  const { firstName, lastName } = await ownCustomer(ctx.db, customer)
  const countries = countriesFor(ctx.shop.sales, ctx.lang)
  return addressOf.parse({
    firstName,
    lastName,
    country: countries.length === 1 ? countries[0]!.code : '',
  })
}
