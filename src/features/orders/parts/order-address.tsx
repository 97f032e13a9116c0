import type { ReactNode } from 'react'
import { shapeOf } from '#features/postal/actions/regions.ts'
import { address as addressOf, type Address } from '#features/postal/contract.ts'
import { countryName } from '#i18n/intl.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx, Posted } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { dialChoices } from '#ui/forms/dial-codes.ts'
import { linksFor } from '#wire/links.ts'
import type { OrderView } from '../contract.ts'
import { orderAddressTexts } from '../islands/order-address/texts.ts'

/** Where the order goes, to be changed until the first parcel leaves. */
export function ChangeAddress({ view, ctx }: { view: OrderView; ctx: Ctx }): ReactNode {
  const stored = view.addressToChange
  if (stored === null) return null
  const { t, lang, shop, texts, visitor } = ctx
  const typed = typedIn(visitor.posted, stored)
  const links = linksFor(shop.router, ctx.langPath)
  const { country } = stored
  return (
    <details className="order-change" open={typed !== null}>
      <summary>{t('order.address_change')}</summary>
      <p className="order-line-note">{t('order.address_change_text')}</p>
      <Island
        name="order-address"
        k="order-address"
        on="interact"
        props={{
          order: view.slug,
          value: typed ?? stored,
          shape: shapeOf(ctx, country),
          country: { code: country, name: countryName(country, lang) },
          dials: dialChoices(lang),
          errors: typed === null ? {} : (visitor.posted?.errors ?? {}),
          text: '',
          links: { form: links.form('order/changeAddress'), order: view.href },
          texts: pickTexts(texts, orderAddressTexts),
          lang,
        }}
      />
    </details>
  )
}

/** What a refused form had; null for a form that is none of this part's. */
function typedIn(posted: Posted | null, stored: Address): Address | null {
  if (posted === null || posted.values['address.line1'] === undefined) return null
  const typed = Object.entries(stored).map(([part, before]) => [
    part,
    posted.values[`address.${part}`]?.at(-1) ?? before,
  ])
  const parsed = addressOf.safeParse(Object.fromEntries(typed))
  return parsed.success ? parsed.data : null
}
