import { useId, useState, type ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { Button, IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { CouponAdvice, CouponField, EnteredCoupon } from '#ui/coupons.tsx'
import type { CartMore, CartView, enterCartCoupon, removeCartCoupon } from '../../contract.ts'
import type { Desk } from '../desk.ts'
import type { CartPageTextKey } from '../texts.ts'
import { outcomeOf, quiet } from '../use-desk.ts'
import { WishForm } from './wish-form.tsx'
import type { CartPageForms } from './forms.ts'

interface CouponsProps {
  coupons: CartView['coupons']
  more: CartMore
  desk: Desk
  forms: CartPageForms
  t: Translate<CartPageTextKey>
}

/** The entered codes, and what others would save. Codes that cannot be used any more are among the changes. */
export function Coupons({ coupons, more, desk, forms, t }: CouponsProps): ReactNode {
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState<string | undefined>()
  const enter = (one: string): void => {
    setRefused(undefined)
    desk.wish({
      kind: 'other',
      key: `coupon ${one}`,
      send: async () => {
        const outcome = outcomeOf(await call<typeof enterCartCoupon>('/cart/coupon', { code: one }, quiet))
        if (outcome.ok) setCode('')
        return outcome
      },
      refused: setRefused,
    })
  }
  const usable = coupons.filter(({ ended }) => !ended)
  const better = more.bestCoupons.filter((best) => !coupons.some((coupon) => coupon.code === best))
  return (
    <div className="cart-coupons">
      <CouponField
        id={useId()}
        action={forms.coupon}
        label={t('cart.coupon')}
        apply={t('cart.coupon_apply')}
        code={code}
        refused={refused}
        onCode={(typed) => {
          setCode(typed)
          setRefused(undefined)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim() !== '') enter(code.trim())
        }}
      />
      {usable.length > 0 && (
        <ul aria-label={t('cart.coupon_yours')}>
          {usable.map((coupon) => (
            <EnteredCoupon key={coupon.code} {...coupon}>
              <RemoveCoupon code={coupon.code} action={forms.removeCoupon} desk={desk} t={t} />
            </EnteredCoupon>
          ))}
        </ul>
      )}
      {better.length > 0 && (
        <WishForm
          className="coupon-best"
          action={forms.coupon}
          fields={[['code', better[0]!]]}
          wish={() => better.forEach(enter)}
        >
          <p>{t('cart.coupon_best')}</p>
          <Button type="submit" look="plain">
            {t('cart.coupon_use', { codes: more.bestCoupons.join(t('cart.code_separator')) })}
          </Button>
        </WishForm>
      )}
      <CouponAdvice title={t('cart.coupon_others', { count: more.advice.length })} advice={more.advice} />
    </div>
  )
}

export function RemoveCoupon({
  code,
  action,
  desk,
  t,
}: {
  code: string
  action: string
  desk: Desk
  t: Translate<CartPageTextKey>
}): ReactNode {
  return (
    <WishForm
      action={action}
      fields={[['code', code]]}
      wish={() =>
        desk.wish({
          kind: 'other',
          key: `coupon ${code}`,
          send: async () =>
            outcomeOf(await call<typeof removeCartCoupon>('/cart/removeCoupon', { code }, quiet)),
        })
      }
    >
      <IconButton type="submit" label={t('cart.coupon_remove', { code })}>
        <Icon name="close" size={16} />
      </IconButton>
    </WishForm>
  )
}
