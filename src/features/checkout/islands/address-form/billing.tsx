import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { Checkbox } from '#ui/forms/field.tsx'
import type { AddressFormKey } from '../texts.ts'

/**
 * The same address, or another one; without scripts its fields are always there, with scripts the style hides them.
 */
export function Billing({
  id,
  own,
  choose,
  children,
  t,
}: {
  id: string
  own: boolean
  choose: (other: boolean) => void
  children: ReactNode
  t: Translate<AddressFormKey>
}): ReactNode {
  return (
    <section className="checkout-part checkout-billing" aria-labelledby={id}>
      <h2 id={id}>{t('checkout.billing')}</h2>
      <div role="radiogroup" aria-labelledby={id}>
        <Checkbox type="radio" name="billing" value="" checked={!own} onChange={() => choose(false)}>
          {t('checkout.billing_same')}
        </Checkbox>
        <Checkbox type="radio" name="billing" value="other" checked={own} onChange={() => choose(true)}>
          {t('checkout.billing_other')}
        </Checkbox>
      </div>
      <div className="checkout-billing-fields">{children}</div>
    </section>
  )
}
