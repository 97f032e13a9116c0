import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import type { OrderView } from '../contract.ts'

interface FactsProps {
  view: OrderView
  ctx: Pick<Ctx, 't'>
}

/** The sums of the order. */
export function OrderSums({ view, ctx: { t } }: FactsProps): ReactNode {
  return (
    <section aria-label={t('order.sums')}>
      <dl className="order-sums">
        {view.sums.map(({ kind, label, amount }) => (
          <div key={`${kind} ${label}`} className={`order-sum order-sum-${kind}`}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        {view.refunds.map(({ amount, isDone }, index) => (
          <div key={index} className="order-sum">
            <dt>{t(isDone ? 'order.sum.refunded' : 'order.sum.refund_pending')}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Postal addresses, payment method, note. */
export function OrderFacts({ view, ctx: { t } }: FactsProps): ReactNode {
  const isSame = view.billing.join('\n') === view.address.join('\n')
  return (
    <dl className="order-facts">
      <Fact name={t('order.address')}>
        <Lines lines={view.address} />
        {view.phone !== '' && <p>{view.phone}</p>}
      </Fact>
      <Fact name={t('order.shipping')}>
        <p>{view.shipping.name}</p>
        {view.shipping.arrives !== '' && view.status === 'in_progress' && (
          <p className="order-line-note">{t('order.arrives', { span: view.shipping.arrives })}</p>
        )}
      </Fact>
      <Fact name={t('order.payment')}>
        <p>{view.paymentMethod}</p>
        <p className="order-line-note">{view.refundStatusText ?? view.payStatusText}</p>
      </Fact>
      <Fact name={t('order.billing')}>
        {isSame ? <p>{t('order.billing_same')}</p> : <Lines lines={view.billing} />}
      </Fact>
      <Fact name={t('order.contact')}>
        <p className="order-facts-mail">{view.email}</p>
      </Fact>
      {view.note !== '' && (
        <Fact name={t('order.note')}>
          <p className="order-quote">{view.note}</p>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="order-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Lines({ lines }: { lines: readonly string[] }): ReactNode {
  return (
    <address>
      {lines.map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </address>
  )
}
