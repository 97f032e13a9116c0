import type { ReactNode } from 'react'
import { day } from '#domain/time.ts'
import { formatMoment } from '#i18n/format.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Select } from '#ui/forms/field.tsx'
import { linksFor } from '#wire/links.ts'
import type { OrderView } from '../contract.ts'

interface PanelProps {
  view: OrderView
  ctx: Ctx
}

/** What the order waits for, and what the shopper can do about it; empty if there is nothing to do. */
export function OrderPanel({ view, ctx }: PanelProps): ReactNode {
  const { t } = ctx
  switch (view.status) {
    case 'cancelled':
      return (
        <Panel title={t('order.cancelled_title')}>
          {view.refundNotes.length === 0 && <p>{t('order.cancelled_text')}</p>}
          {view.refundNotes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {view.exchanged !== null && <p>{t('order.exchanged_back', { amount: view.exchanged })}</p>}
          {view.cancelReason !== null && <p className="order-quote">{view.cancelReason}</p>}
        </Panel>
      )
    case 'pending_cancellation':
      return (
        <Panel title={t('order.pending_title')}>
          <p>{t('order.pending_text')}</p>
          <OrderForm call="order/withdrawCancellation" view={view} ctx={ctx}>
            <Button type="submit" look="quiet">
              {t('order.withdraw')}
            </Button>
          </OrderForm>
        </Panel>
      )
    case 'in_progress':
      if (view.payStatus === 'unpaid' || view.due !== null) return <Unpaid view={view} ctx={ctx} />
      return view.isStopped ? <Refunded view={view} ctx={ctx} /> : <Arrived view={view} ctx={ctx} />
    case 'completed':
      return null
  }
}

function Refunded({ view, ctx: { t } }: PanelProps): ReactNode {
  return (
    <Panel title={view.refundStatusText ?? ''}>
      <p>{t('order.refund.text', { amount: view.refunded ?? '' })}</p>
    </Panel>
  )
}

/** A form post that returns to the page. */
export function OrderForm({
  call,
  view,
  ctx,
  children,
}: PanelProps & { call: string; children: ReactNode }): ReactNode {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <form className="order-form" action={links.form(call)} method="post">
      <input type="hidden" name={call.startsWith('payment/') ? 'order' : 'slug'} value={view.slug} />
      <input type="hidden" name="next" value={view.href} />
      {children}
    </form>
  )
}

function Unpaid({ view, ctx }: PanelProps): ReactNode {
  const { t } = ctx
  const state = view.payment?.state
  if (state === 'deciding')
    return (
      <Panel title={t('order.deciding_title')}>
        <p>{t('order.deciding')}</p>
        <ButtonLink href={view.href} look="quiet">
          {t('order.deciding_look')}
        </ButtonLink>
      </Panel>
    )
  const isOnDelivery = state === 'offline' && view.holdUntil === null && view.due === null
  return (
    <Panel
      title={
        state === 'failed'
          ? t('order.failed_title')
          : t(isOnDelivery ? 'order.pay_title_cod' : 'order.pay_title', { amount: view.due ?? view.toPay })
      }
      isAlert={state === 'failed'}
    >
      {view.due !== null && <p>{t('order.due_text')}</p>}
      {view.payment !== null && view.payment.failure !== '' && <p>{view.payment.failure}</p>}
      {view.payment !== null && view.payment.instructions !== '' && (
        <div>
          <h3>{t('order.instructions')}</h3>
          <p className="order-quote">{view.payment.instructions}</p>
        </div>
      )}
      <Hold view={view} ctx={ctx} />
      <div className="order-panel-ways">
        {view.may.pay && (
          // No payment is started at a bank before the button is pressed.
          <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).payment(view.slug)} data-nav="off">
            {t(state === 'failed' ? 'order.pay_again' : 'order.pay_now')}
          </ButtonLink>
        )}
        {view.may.extendHold && (
          <OrderForm call="order/extendHold" view={view} ctx={ctx}>
            <Button type="submit" look="quiet">
              {t('order.hold_extend')}
            </Button>
          </OrderForm>
        )}
      </div>
      {view.may.changeMethod && <ChangeMethod view={view} ctx={ctx} />}
    </Panel>
  )
}

/** The end of the hold, by the shop's clock. Days are named; minutes count down. */
function Hold({ view: { holdUntil, exchanged }, ctx }: PanelProps): ReactNode {
  if (holdUntil === null) return null
  const { t, lang, now, texts, shop } = ctx
  const moment = formatMoment(new Date(holdUntil), lang, shop.shop.delivery?.timeZone)
  const isSoon = Date.parse(holdUntil) - now.getTime() < day
  return (
    <div className="order-hold">
      {isSoon && (
        <Island
          name="countdown"
          k="order-hold"
          on="visible"
          props={{
            until: holdUntil,
            now: now.toISOString(),
            deadline: t('order.hold_until', { moment }),
            over: t('order.hold_over'),
            texts: pickTexts(texts, [
              'countdown.days',
              'countdown.hours',
              'countdown.minutes',
              'countdown.seconds',
            ]),
            lang,
          }}
        />
      )}
      <p>
        {exchanged === null
          ? t('order.hold', { moment })
          : t('order.hold_exchange', { moment, amount: exchanged })}
      </p>
    </div>
  )
}

function ChangeMethod({ view, ctx }: PanelProps): ReactNode {
  const { t } = ctx
  return (
    <details className="order-methods">
      <summary>{t('order.change_method')}</summary>
      <OrderForm call="payment/changeMethod" view={view} ctx={ctx}>
        <Select id="order-method" name="method" label={t('order.change_method')} labelHidden>
          {view.paymentMethods
            .filter(({ name }) => name !== view.paymentMethod)
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </Select>
        <Button type="submit" look="quiet">
          {t('order.change_method_button')}
        </Button>
      </OrderForm>
    </details>
  )
}

function Arrived({ view, ctx }: PanelProps): ReactNode {
  const { t } = ctx
  if (!view.may.confirmReceipt) return null
  return (
    <Panel title={view.deliveryStatusText}>
      <p>{t('order.confirm_text')}</p>
      <OrderForm call="order/confirmReceipt" view={view} ctx={ctx}>
        <Button type="submit">{t('order.confirm')}</Button>
      </OrderForm>
    </Panel>
  )
}

function Panel({
  title,
  isAlert = false,
  children,
}: {
  title: string
  isAlert?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <section className={isAlert ? 'order-panel order-panel-alert' : 'order-panel'} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
