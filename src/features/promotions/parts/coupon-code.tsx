import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'

/** The code to be written down, selected with one press, or copied with one where there are scripts. */
export function CouponCode({ code, ctx: { t } }: { code: string; ctx: Ctx }): ReactNode {
  return (
    <p className="coupon-code">
      <span className="visually-hidden">{t('coupon.code')}</span>
      <code translate="no">{code}</code>
      <Button
        look="quiet"
        className="coupon-copy"
        data-copy={code}
        data-copied={t('coupon.copied')}
        data-not-copied={t('coupon.not_copied')}
        aria-label={t('coupon.copy_label', { code })}
      >
        {t('coupon.copy')}
      </Button>
    </p>
  )
}
