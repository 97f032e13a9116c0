import { examples as addressExamples } from '#features/orders/islands/order-address/examples.tsx'
import { OrderList } from '#features/orders/parts/order-list.tsx'
import type { ListedOrder } from '#features/orders/contract.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { slug, type GalleryProps, type ShownPart } from './shown.ts'

/** The parts of orders that wake, in their examples' states. */
export function orderIslands({ ctx: { texts, lang } }: GalleryProps): ShownPart[] {
  return [
    {
      name: 'order-address',
      states: Object.entries(addressExamples(texts, lang)).map(([state, props]) => ({
        name: state,
        view: <Island name="order-address" k={`order-address-${slug(state)}`} props={props} />,
      })),
    },
  ]
}

/** Those that are plain HTML. */
export function orderParts(props: GalleryProps): ShownPart[] {
  return [orderList(props)]
}

/** A customer's orders in every state. */
function orderList({ ctx, products }: GalleryProps): ShownPart {
  const { t } = ctx
  const of = (
    status: ListedOrder['status'],
    payStatus: ListedOrder['payStatus'],
    deliveryStatus: ListedOrder['deliveryStatus'],
    number: string,
    part: Partial<ListedOrder> = {},
  ): ListedOrder => ({
    slug: number,
    href: `/user/order/${number}`,
    placedOn: '21 November 2026',
    status,
    statusText: t(`order.status.${status}`),
    payStatus,
    payStatusText: t(`order.pay.${payStatus}`),
    deliveryStatus,
    deliveryStatusText: t(`order.delivery.${deliveryStatus}`),
    refundStatus: 'none',
    refundStatusText: null,
    total: '€102.00',
    toPay: '€102.00',
    due: null,
    dueText: null,
    amountText: t(payStatus === 'unpaid' ? 'order.pay_title' : 'order.list.total', { amount: '€102.00' }),
    units: 3,
    lines: products.slice(0, 2).map(({ id, title }, index) => ({
      id,
      title,
      choice: index === 0 ? 'Sage' : '',
      picture: null,
      quantity: index + 1,
    })),
    moreLines: 0,
    payHref: null,
    ...part,
  })
  const refunded = { refundStatus: 'refunded', refundStatusText: t('order.refund.refunded') } as const
  const orders = [
    of('in_progress', 'unpaid', 'unshipped', 'K7M2N-9QXD4', { payHref: '/payment/K7M2N-9QXD4' }),
    of('in_progress', 'paid', 'unshipped', 'W4X5Y-6Z7A8', {
      due: '€12.00',
      dueText: t('order.due', { amount: '€12.00' }),
      payHref: '/payment/W4X5Y-6Z7A8',
    }),
    of('in_progress', 'paid', 'shipped', 'P3R5T-7VWX9', { moreLines: 4 }),
    of('pending_cancellation', 'paid', 'unshipped', 'A1B2C-3D4E5'),
    of('completed', 'paid', 'delivered', 'F6G7H-8J9K0'),
    of('cancelled', 'paid', 'unshipped', 'M1N2P-3Q4R5', refunded),
  ]
  return {
    name: 'order-list',
    states: [{ name: 'default', wide: true, view: <OrderList orders={orders} ctx={ctx} /> }],
  }
}
