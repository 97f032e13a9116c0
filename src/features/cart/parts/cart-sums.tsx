import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import type { CartView } from '../contract.ts'
import type { CartTextKey } from '../islands/texts.ts'

/** The sums as the server last said them; `pending` that newer ones are on their way. */
export function CartSums({
  view,
  pending,
  t,
}: {
  view: CartView
  pending: boolean
  t: Translate<CartTextKey>
}): ReactNode {
  return (
    <div className="cart-sums" aria-busy={pending}>
      <FreeShipping offer={view.freeShipping} t={t} />
      {view.sums.length > 0 && (
        <dl className="cart-sums-rows">
          {view.sums.map(({ kind, label, amount }, index) => (
            <div key={`${kind}-${index}`} className={`cart-sums-${kind}`}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="cart-sums-row">
        <span>
          {view.total.label}{' '}
          <span className="cart-sums-count">{t('cart.items', { count: view.selectedCount })}</span>
        </span>
        <strong className="cart-sums-amount">{view.total.amount}</strong>
      </p>
      <p className="cart-sums-hint">{view.total.hint}</p>
    </div>
  )
}

function FreeShipping({
  offer,
  t,
}: {
  offer: CartView['freeShipping']
  t: Translate<CartTextKey>
}): ReactNode {
  if (!offer) return null
  return (
    <div className={`cart-free${offer.reached ? ' cart-free-reached' : ''}`}>
      <p>{offer.reached ? t('cart.free_reached') : t('cart.free_missing', { amount: offer.missing })}</p>
      <progress className="cart-free-bar" max={1} value={offer.share} aria-label={t('cart.free_progress')} />
    </div>
  )
}
