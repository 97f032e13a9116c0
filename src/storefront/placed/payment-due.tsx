import type { ReactNode } from 'react'
import type { OrderView } from '#features/orders/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'

/** What is left to pay of an order, and the way to pay it. */
export function PaymentDue({
  order: { slug, payStatusText, toPay, dueText, may },
  ctx,
}: {
  order: Pick<OrderView, 'slug' | 'payStatusText' | 'toPay' | 'dueText'> & { may: { pay: boolean } }
  ctx: Ctx
}): ReactNode {
  const { t, shop, langPath } = ctx
  const links = linksFor(shop.router, langPath)
  return (
    <div className="placed-due">
      <p>
        <a href={links.order(slug)} data-page="order">
          {slug}
        </a>{' '}
        {payStatusText}
      </p>
      {may.pay && (
        <>
          <p className="placed-due-sum">{dueText ?? t('order.pay_title', { amount: toPay })}</p>
          <ButtonLink href={links.payment(slug)} data-nav="off">
            {t('order.pay_now')}
          </ButtonLink>
        </>
      )}
    </div>
  )
}
