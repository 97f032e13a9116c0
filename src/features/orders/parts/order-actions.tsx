import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button, ButtonLink, opens } from '#ui/forms/button.tsx'
import { Dialog } from '#ui/layers/dialog.tsx'
import { TextArea } from '#ui/forms/field.tsx'
import { linksFor } from '#wire/links.ts'
import type { OrderView } from '../contract.ts'
import { OrderForm } from './order-panel.tsx'

const dialogId = 'order-cancel'

/** Actions that are always possible. */
export function OrderActions({
  view,
  mayWithdraw,
  ctx,
}: {
  view: OrderView
  /** The legal withdrawal is open. Before anything has left it ends the order, as a cancellation does: one button has both. */
  mayWithdraw: boolean
  ctx: Ctx
}): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const isAsked = view.may.requestCancellation
  return (
    <section className="order-actions" aria-label={t('order.actions')}>
      {view.receipt !== null && (
        <ButtonLink href={view.receipt} look="quiet" wide data-nav="off">
          {t('order.receipt')}
        </ButtonLink>
      )}
      {/* While it can still be paid, that is what there is to do. */}
      {((view.payStatus === 'paid' && view.due === null) || view.status !== 'in_progress') && (
        <form action={links.form('order/buyAgain')} method="post">
          <input type="hidden" name="slug" value={view.slug} />
          <Button type="submit" look="quiet" wide>
            {t('order.buy_again')}
          </Button>
        </form>
      )}
      <ButtonLink href={links.inquiry('feedback', { order: view.slug })} look="quiet" wide>
        {t('order.ask')}
      </ButtonLink>
      {(view.may.cancel || isAsked) && (
        <>
          <Button look="plain" wide {...opens(dialogId)}>
            {t(cancelLabel(isAsked, mayWithdraw))}
          </Button>
          <Dialog id={dialogId} title={t('order.cancel_sure')} closeText={t('order.close')}>
            <OrderForm call="order/cancel" view={view} ctx={ctx}>
              <p>{cancelText(view, t)}</p>
              <TextArea
                id="order-cancel-reason"
                name="reason"
                label={t('order.cancel_reason')}
                rows={2}
                maxLength={500}
              />
              <Button type="submit" wide>
                {t(isAsked ? 'order.cancel_request_yes' : 'order.cancel_yes')}
              </Button>
            </OrderForm>
            {isAsked && mayWithdraw && (
              <div className="order-withdraw">
                <p>{t('order.cancel_withdraw')}</p>
                <ButtonLink href={links.orderReturn(view.slug, 'withdraw')} look="quiet" wide>
                  {t('return.links.withdraw')}
                </ButtonLink>
              </div>
            )}
          </Dialog>
        </>
      )}
    </section>
  )
}

function cancelLabel(
  isAsked: boolean,
  mayWithdraw: boolean,
): 'order.cancel' | 'order.cancel_or_withdraw' | 'order.cancel_request' {
  if (!isAsked) return 'order.cancel'
  return mayWithdraw ? 'order.cancel_or_withdraw' : 'order.cancel_request'
}

/** What a cancellation brings. */
function cancelText({ may, exchanged }: OrderView, t: Ctx['t']): string {
  if (may.requestCancellation) return t('order.cancel_request_text')
  return exchanged === null ? t('order.cancel_text') : t('order.cancel_exchange', { amount: exchanged })
}
