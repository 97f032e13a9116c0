import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { Checkbox } from '#ui/forms/field.tsx'
import type { CheckoutView } from '../../contract.ts'
import { Choice } from '../choice-list.tsx'
import type { PaymentKey } from '../texts.ts'

interface MethodsProps {
  methods: CheckoutView['paymentMethods']
  chosen: string | null
  choose: (method: string) => void
  /** Nothing is left to pay: credit or coupons cover all of it. */
  isCovered: boolean
  /** The id of the heading. */
  labelledBy: string
  t: Translate<PaymentKey>
}

export function Methods({ methods, chosen, choose, isCovered, labelledBy, t }: MethodsProps): ReactNode {
  if (isCovered)
    return (
      <p className="checkout-none" role="status">
        {t('order.payment_none')}
      </p>
    )
  if (methods.length === 0)
    return (
      <div className="checkout-none" role="status">
        <p className="checkout-none-title">{t('checkout.payment_none')}</p>
        <p>{t('checkout.payment_none_text')}</p>
      </div>
    )
  return (
    <div className="choices" role="radiogroup" aria-labelledby={labelledBy} data-at="method">
      {methods.map(({ code, name, note, fee }) => (
        <Choice
          key={code}
          name="paymentMethod"
          value={code}
          chosen={code === chosen}
          choose={() => choose(code)}
          title={name}
          note={note}
          price={fee}
        />
      ))}
    </div>
  )
}

interface TermsProps {
  /** The page with the terms. */
  page: { href: string; title: string }
  accepted: boolean
  accept: (accepted: boolean) => void
  error: string | null
  /** The id of the error. */
  errorId: string
  t: Translate<PaymentKey>
}

export function Terms({ page, accepted, accept, error, errorId, t }: TermsProps): ReactNode {
  return (
    <div className="checkout-terms" data-at="terms">
      <Checkbox
        name="terms"
        checked={accepted}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : errorId}
        onChange={({ target }) => accept(target.checked)}
      >
        {t('checkout.terms')}
      </Checkbox>
      <a href={page.href} target="_blank" rel="noopener">
        {page.title}
      </a>
      {error !== null && (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
