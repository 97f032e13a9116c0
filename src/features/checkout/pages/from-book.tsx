import type { ReactNode } from 'react'
import type { BookEntry } from '#features/addresses/contract.ts'
import { isSameAddress } from '#features/addresses/rules.ts'
import type { Address } from '#features/postal/contract.ts'
import { addressLines } from '#i18n/address-lines.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import type { CheckoutView } from '../contract.ts'

/**
 * The addresses that a customer keeps, each a plain form that fills in the checkout's; and one that keeps the typed
 * address. Typing into the checkout changes nothing in the book.
 */
export function FromBook({
  view,
  book,
  here,
  ctx,
}: {
  view: CheckoutView
  book: readonly BookEntry[]
  here: string
  ctx: Ctx
}): ReactNode {
  const { t, locale, shop, langPath } = ctx
  const links = linksFor(shop.router, langPath)
  const others = book.filter(({ address }) => !isSameAddress(address, view.address))
  const isNew = others.length === book.length && isComplete(view)
  if (others.length === 0 && !isNew) return null
  return (
    <div className="checkout-book">
      {others.length > 0 && (
        <details>
          <summary>{t('book.yours')}</summary>
          <ul>
            {others.map(({ id, address }) => {
              const text = addressLines(address, locale).join(', ')
              return (
                <li key={id}>
                  <span>{text}</span>
                  <form action={links.form('checkout/information')} method="post">
                    <input type="hidden" name="slug" value={view.slug} />
                    <input type="hidden" name="next" value={here} />
                    <Parts address={address} />
                    <Button type="submit" look="quiet" aria-label={`${t('book.use')}: ${text}`}>
                      {t('book.use')}
                    </Button>
                  </form>
                </li>
              )
            })}
          </ul>
        </details>
      )}
      {isNew && (
        <form action={links.form('address/add')} method="post">
          <input type="hidden" name="next" value={here} />
          <Parts address={view.address} />
          <Button type="submit" look="plain">
            {t('book.keep')}
          </Button>
        </form>
      )}
    </div>
  )
}

function isComplete({ missing }: CheckoutView): boolean {
  return !Object.keys(missing).some((field) => field.startsWith('address.'))
}

function Parts({ address }: { address: Address }): ReactNode {
  return Object.entries(address).map(([part, value]) => (
    <input key={part} type="hidden" name={`address.${part}`} value={value} />
  ))
}
