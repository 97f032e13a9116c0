import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Picture } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import type { ListedOrder } from '../contract.ts'
import { OrderBadges } from './order-badges.tsx'

/** A customer's orders as a list of cards; each leads to its page. */
export function OrderList({ orders, ctx }: { orders: readonly ListedOrder[]; ctx: Ctx }): ReactNode {
  return (
    <ol className="order-list" aria-label={ctx.t('order.list.title')}>
      {orders.map((order) => (
        <li key={order.slug} className="order-card">
          <OrderCard order={order} ctx={ctx} />
        </li>
      ))}
    </ol>
  )
}

function OrderCard({ order, ctx }: { order: ListedOrder; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const { slug, href, lines, moreLines } = order
  const isOver = order.status === 'cancelled' || ['refunded', 'credited'].includes(order.refundStatus)
  return (
    <>
      <div className="order-card-head">
        <h2>
          <a href={href}>{t('order.title', { number: slug })}</a>
        </h2>
        <p className="order-card-state">
          <OrderBadges order={order} />
          {!isOver && (
            <span className="order-line-note">
              {order.payStatus === 'unpaid' ? order.payStatusText : order.deliveryStatusText}
            </span>
          )}
        </p>
        <p className="order-line-note">{t('order.placed_on', { date: order.placedOn })}</p>
      </div>
      <ul className="order-card-lines">
        {lines.map((line) => (
          <li key={line.id}>
            <div className="order-card-picture">
              {line.picture && (
                <Picture picture={{ ...line.picture, alt: '' }} sizes="4rem" from={96} to={320} />
              )}
            </div>
            <span>
              {t('order.units', { title: line.title, count: line.quantity })}
              {line.choice !== '' && <span className="order-line-note">{line.choice}</span>}
            </span>
          </li>
        ))}
        {moreLines > 0 && (
          <li className="order-line-note">{t('order.list.more_lines', { count: moreLines })}</li>
        )}
      </ul>
      <div className="order-card-foot">
        <p className="order-card-total">
          <span className="order-line-note">{t('order.list.units', { count: order.units })}</span>
          <strong>{order.amountText}</strong>
        </p>
        <div className="order-card-ways">
          {order.payHref === null ? (
            <form action={links.form('order/buyAgain')} method="post">
              <input type="hidden" name="slug" value={slug} />
              <Button type="submit" look="quiet" aria-label={t('order.list.buy_again', { number: slug })}>
                {t('order.buy_again')}
              </Button>
            </form>
          ) : (
            <ButtonLink
              href={order.payHref}
              data-nav={order.payHref === href ? undefined : 'off'}
              aria-label={t('order.list.pay', { number: slug })}
            >
              {t('order.list.to_payment')}
            </ButtonLink>
          )}
        </div>
      </div>
    </>
  )
}
