import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'

/* Coupons as the cart and the checkout both show them. */

interface CouponFieldProps {
  id: string
  action: string
  label: string
  apply: string
  code: string
  /** Why the entered code was refused. */
  refused: string | undefined
  busy?: boolean
  onCode: (code: string) => void
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Hidden fields. */
  children?: ReactNode
}

/** Where a code is entered. */
export function CouponField(props: CouponFieldProps): ReactNode {
  const { id, action, label, apply, code, refused, busy, onCode, onSubmit, children } = props
  return (
    <form
      className="coupon-field"
      action={action}
      method="post"
      noValidate
      aria-busy={busy}
      onSubmit={onSubmit}
    >
      {children}
      <Field
        id={id}
        name="code"
        label={label}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={code}
        error={refused}
        onChange={({ target }) => onCode(target.value)}
      />
      <Button type="submit" look="quiet">
        {apply}
      </Button>
    </form>
  )
}

interface Coupon {
  code: string
  name: string
  text: string
}

/** A coupon that is entered; `children` takes it out again. */
export function EnteredCoupon({
  applied,
  children,
  ...coupon
}: Coupon & { applied: boolean; children: ReactNode }): ReactNode {
  return (
    <li className={applied ? 'coupon-row coupon-row-on' : 'coupon-row'}>
      <CouponWords {...coupon} />
      {children}
    </li>
  )
}

/** The effect of other coupons, folded. */
export function CouponAdvice({ title, advice }: { title: string; advice: readonly Coupon[] }): ReactNode {
  if (advice.length === 0) return null
  return (
    <details className="coupon-advice">
      <summary>{title}</summary>
      <ul>
        {advice.map((coupon) => (
          <li key={coupon.code} className="coupon-row">
            <CouponWords {...coupon} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function CouponWords({ code, name, text }: Coupon): ReactNode {
  return (
    <span className="coupon-row-words">
      <span>
        <strong>{code}</strong> {name !== code && name}
      </span>
      <span className="coupon-row-text">{text}</span>
    </span>
  )
}
