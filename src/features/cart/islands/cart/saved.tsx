import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { Button, IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import type { moveToCart, removeSaved, SavedLine } from '../../contract.ts'
import type { Desk } from '../desk.ts'
import type { CartPageTextKey } from '../texts.ts'
import { outcomeOf, quiet } from '../use-desk.ts'
import { WishForm } from './wish-form.tsx'
import type { CartPageForms } from './forms.ts'

/** Lines saved for later: counted in no sum. */
export function Saved({
  saved,
  desk,
  forms,
  t,
}: {
  saved: readonly SavedLine[]
  desk: Desk
  forms: CartPageForms
  t: Translate<CartPageTextKey>
}): ReactNode {
  if (saved.length === 0) return null
  const move = (sku: string): void =>
    desk.wish({
      kind: 'other',
      key: `saved ${sku}`,
      send: async () => outcomeOf(await call<typeof moveToCart>('/cart/moveToCart', { sku }, quiet)),
    })
  const forget = (sku: string): void =>
    desk.wish({
      kind: 'other',
      key: `saved ${sku}`,
      send: async () => outcomeOf(await call<typeof removeSaved>('/cart/removeSaved', { sku }, quiet)),
    })
  return (
    <section className="cart-saved" aria-labelledby="cart-saved">
      <h2 id="cart-saved">{t('cart.saved')}</h2>
      <ul className="cart-saved-list">
        {saved.map(({ sku, title, href, choice, picture, quantity, price, isAvailable }) => (
          <li key={sku} className={isAvailable ? 'cart-saved-line' : 'cart-saved-line cart-saved-gone'}>
            <a className="cart-saved-picture" href={href} tabIndex={-1} aria-hidden="true">
              {picture && <Picture picture={{ ...picture, alt: '' }} sizes="5rem" from={96} to={240} />}
            </a>
            <div className="cart-saved-words">
              <a className="cart-line-title" href={href}>
                {title}
              </a>
              <p className="cart-line-choice">
                {[quantity > 1 ? t('cart.units', { count: quantity }) : '', choice, price]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </p>
              {!isAvailable && <p className="cart-line-trouble">{t('cart.saved_none', { title })}</p>}
            </div>
            <div className="cart-saved-tools">
              {isAvailable && (
                <WishForm action={forms.move} fields={[['sku', sku]]} wish={() => move(sku)}>
                  <Button type="submit" look="quiet" aria-label={t('cart.move_of', { title })}>
                    {t('cart.move')}
                  </Button>
                </WishForm>
              )}
              <WishForm action={forms.forget} fields={[['sku', sku]]} wish={() => forget(sku)}>
                <IconButton type="submit" label={t('cart.forget_of', { title })}>
                  <Icon name="close" size={16} />
                </IconButton>
              </WishForm>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
