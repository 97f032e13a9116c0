import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { Button } from '#ui/forms/button.tsx'
import type { CartLine, CartView, keepCartLines } from '../../contract.ts'
import type { Desk } from '../desk.ts'
import type { CartPageTextKey } from '../texts.ts'
import { outcomeOf, quiet } from '../use-desk.ts'
import { RemoveCoupon } from './coupons.tsx'
import { WishForm } from './wish-form.tsx'
import type { CartPageForms } from './forms.ts'

interface ChangesProps {
  lines: readonly CartLine[]
  coupons: CartView['coupons']
  desk: Desk
  forms: CartPageForms
  /** Ways to do something about a line. */
  tools: (line: CartLine) => ReactNode
  t: Translate<CartPageTextKey>
}

/** The changes in the cart since its owner saw it, each with the possible answers. */
export function Changes({ lines, coupons, desk, forms, tools, t }: ChangesProps): ReactNode {
  const changed = lines.filter(({ changes }) => changes.length > 0)
  const ended = coupons.filter((coupon) => coupon.ended)
  if (changed.length + ended.length === 0) return null
  const ids = changed.map(({ id }) => id)
  const keep = (some: readonly number[]): void =>
    desk.wish({
      kind: 'other',
      key: `keep ${some.join()}`,
      send: async () =>
        outcomeOf(await call<typeof keepCartLines>('/cart/keep', { lines: [...some] }, quiet)),
    })
  return (
    <section className="cart-changes" aria-labelledby="cart-changes">
      <h2 id="cart-changes">{t('cart.changes')}</h2>
      <ul>
        {changed.map((line) => (
          <li key={line.id} className="cart-change">
            <p>
              <strong>{line.title}</strong>
              {line.choice !== '' && <span className="cart-change-choice"> {line.choice}</span>}
              <span className="cart-change-text">{line.changes.join(' ')}</span>
            </p>
            <div className="cart-change-tools">
              <WishForm action={forms.keep} fields={[['lines', line.id]]} wish={() => keep([line.id])}>
                <Button type="submit" look="plain" aria-label={t('cart.keep_of', { title: line.title })}>
                  {t('cart.keep')}
                </Button>
              </WishForm>
              {tools(line)}
            </div>
          </li>
        ))}
        {ended.map(({ code, name, text }) => (
          <li key={code} className="cart-change">
            <p>
              <strong>{code}</strong>
              {name !== code && <span className="cart-change-choice"> {name}</span>}
              <span className="cart-change-text">{text}</span>
            </p>
            <RemoveCoupon code={code} action={forms.removeCoupon} desk={desk} t={t} />
          </li>
        ))}
      </ul>
      {ids.length > 1 && (
        <WishForm action={forms.keep} fields={ids.map((id) => ['lines', id])} wish={() => keep(ids)}>
          <Button type="submit" look="plain">
            {t('cart.keep_all')}
          </Button>
        </WishForm>
      )}
    </section>
  )
}
