import type { ReactNode } from 'react'
import { findCustomer } from '#features/account/queries/customers.ts'
import { mostAddresses } from '#features/addresses/actions/book.ts'
import type { BookEntry } from '#features/addresses/contract.ts'
import { addressModalTexts } from '#features/addresses/parts/texts.ts'
import { findAddresses } from '#features/addresses/queries/book.ts'
import { shapeOf } from '#features/postal/actions/regions.ts'
import { address as addressOf, type Address, type AddressShape } from '#features/postal/contract.ts'
import { phoneText } from '#features/postal/rules/phone.ts'
import { countriesFor } from '#features/sales/rules/countries.ts'
import { addressLines } from '#i18n/address-lines.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx, Posted } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { dialChoices } from '#ui/forms/dial-codes.ts'
import { linksFor, type Links } from '#wire/links.ts'
import { Area, areaMeta, areaPage } from '../parts/area.tsx'

interface Open {
  /** Null: a new address. */
  id: number | null
  value: Address
  isDefault: boolean
  shape: AddressShape
}

interface Data {
  addresses: BookEntry[]
  /** The address in the form; null when there is no form. */
  open: Open | null
}

export default definePage<Data>({
  ...areaPage,
  styles: ['checkout', 'account', 'area'],
  query: ['edit'],

  async load(ctx, _params, query) {
    const customer = (await ctx.who()).customer!
    const addresses = await findAddresses(ctx.db, customer)
    const open = await openOf(ctx, customer, addresses, query.get('edit'))
    return { kind: 'page', data: { addresses, open }, tags: [] }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.menu.address'), ctx),

  pageData: () => null,

  View({ data: { addresses, open }, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const add = `${links.user('address')}?edit=new`
    if (open !== null) {
      const title = t(open.id === null ? 'book.add' : 'book.edit_title')
      return (
        <Area part="address" title={title} saysFaults={false} ctx={ctx}>
          <BookForm open={open} links={links} ctx={ctx} />
        </Area>
      )
    }
    return (
      <Area part="address" title={t('user.menu.address')} lead={t('book.lead')} ctx={ctx}>
        {addresses.length === 0 ? (
          <EmptyState title={<h2>{t('book.none')}</h2>} text={t('book.none_text')}>
            <ButtonLink href={add}>{t('book.add')}</ButtonLink>
          </EmptyState>
        ) : (
          <>
            <ul className="book">
              {addresses.map((entry) => (
                <Entry key={entry.id} entry={entry} links={links} ctx={ctx} />
              ))}
            </ul>
            {addresses.length < mostAddresses && (
              <div>
                <ButtonLink href={add}>{t('book.add')}</ButtonLink>
              </div>
            )}
          </>
        )}
      </Area>
    )
  },
})

/** The form that the URL names, with what was typed into it. */
async function openOf(
  ctx: Ctx,
  customer: number,
  addresses: readonly BookEntry[],
  edit: string | null,
): Promise<Open | null> {
  const known = addresses.find(({ id }) => `${id}` === edit) ?? null
  if (known === null && edit !== 'new') return null
  const stored = known?.address ?? (await emptyFor(ctx, customer))
  const typed = typedIn(ctx.visitor.posted, stored)
  const value = typed ?? stored
  return {
    id: known?.id ?? null,
    value,
    isDefault: typed === null ? (known?.isDefault ?? addresses.length === 0) : isTicked(ctx.visitor.posted),
    shape: shapeOf(ctx, value.country),
  }
}

/** Most people write their own name first. */
async function emptyFor(ctx: Ctx, customer: number): Promise<Address> {
  const { firstName, lastName } = (await findCustomer(ctx.db, customer))!
  const countries = countriesFor(ctx.shop.sales, ctx.lang)
  return addressOf.parse({
    firstName,
    lastName,
    country: countries.length === 1 ? countries[0]!.code : '',
  })
}

function isTicked(posted: Posted | null): boolean {
  return posted?.values['isDefault']?.includes('on') ?? false
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

function BookForm({ open, links, ctx }: { open: Open; links: Links; ctx: Ctx }): ReactNode {
  const { shop, lang, texts, visitor } = ctx
  const { id, value, isDefault, shape } = open
  const back = links.user('address')
  const here = `${back}?edit=${id ?? 'new'}`
  // Without scripts the country is sent first, to show its fields: nothing is missing yet.
  const isCountryOnly = visitor.posted?.values['next']?.at(-1) === here
  return (
    <Island
      name="address-modal"
      k="address"
      on="idle"
      props={{
        id,
        value,
        isDefault,
        errors: isCountryOnly ? {} : (visitor.posted?.errors ?? {}),
        shape,
        countries: countriesFor(shop.sales, lang),
        dials: dialChoices(lang),
        links: {
          save: links.form(id === null ? 'address/add' : 'address/edit'),
          back,
          here,
        },
        texts: pickTexts(texts, addressModalTexts),
        lang,
      }}
    />
  )
}

function Entry({ entry, links, ctx }: { entry: BookEntry; links: Links; ctx: Ctx }): ReactNode {
  const { t, locale } = ctx
  const { id, address, isDefault } = entry
  const [name = '', ...lines] = addressLines(address, locale)
  const phone = phoneText(address)
  return (
    <li className="book-entry">
      <address>
        <strong>
          {name} {isDefault && <Badge kind="success">{t('book.default')}</Badge>}
        </strong>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        {phone !== '' && <span>{phone}</span>}
      </address>
      <div className="book-ways">
        <a href={`${links.user('address')}?edit=${id}`} aria-label={t('book.edit_of', { name })}>
          {t('book.edit')}
        </a>
        {!isDefault && (
          <form action={links.form('address/setDefault')} method="post">
            <input type="hidden" name="id" value={id} />
            <Button type="submit" look="plain" aria-label={t('book.make_default_of', { name })}>
              {t('book.make_default')}
            </Button>
          </form>
        )}
        <details>
          <summary aria-label={t('book.delete_of', { name })}>{t('book.delete')}</summary>
          <form action={links.form('address/delete')} method="post">
            <p>{t('book.delete_sure')}</p>
            <input type="hidden" name="id" value={id} />
            <Button type="submit" look="quiet">
              {t('book.delete_do')}
            </Button>
          </form>
        </details>
      </div>
    </li>
  )
}
