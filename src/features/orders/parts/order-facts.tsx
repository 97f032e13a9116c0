import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import type { OrderView } from '../contract.ts'
import { refundRows } from '../present-refunds.ts'
import { ChangeAddress } from './order-address.tsx'
import { OrderForm } from './order-panel.tsx'

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
        {view.due !== null && (
          <div className="order-sum order-sum-to_pay">
            <dt>{t('order.sum.due')}</dt>
            <dd>{view.due}</dd>
          </div>
        )}
        {refundRows(view, t).map(({ label, amount }, index) => (
          <div key={index} className="order-sum">
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Postal addresses, payment method, note; what of them can still be changed. */
export function OrderFacts({ view, ctx }: { view: OrderView; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const isSame = view.billing.join('\n') === view.address.join('\n')
  return (
    <dl className="order-facts">
      <Fact name={t('order.address')}>
        <Lines lines={view.address} />
        {view.phone !== '' && <p>{view.phone}</p>}
        {view.may.changeAddress && <ChangeAddress view={view} ctx={ctx} />}
      </Fact>
      <Fact name={t('order.shipping')}>
        <p>{view.shipping.name}</p>
        {view.shipping.arrives !== '' && view.status === 'in_progress' && (
          <p className="order-line-note">{t('order.arrives', { span: view.shipping.arrives })}</p>
        )}
        {view.shipping.promise !== '' && (
          <p className={view.shipping.isLate ? 'order-late' : 'order-line-note'}>{view.shipping.promise}</p>
        )}
      </Fact>
      <Fact name={t('order.payment')}>
        <p>{view.paymentMethod}</p>
        <p className="order-line-note">{view.dueText ?? view.refundStatusText ?? view.payStatusText}</p>
      </Fact>
      <Fact name={t('order.billing')}>
        {isSame ? <p>{t('order.billing_same')}</p> : <Lines lines={view.billing} />}
        {view.taxNumber !== '' && <p>{t('order.receipt.tax_number', { number: view.taxNumber })}</p>}
        {view.may.setTaxNumber && <TaxNumber view={view} ctx={ctx} />}
      </Fact>
      <Fact name={t('order.contact')}>
        <p>{view.email}</p>
      </Fact>
      {view.note !== '' && (
        <Fact name={t('order.note')}>
          <p className="order-quote">{view.note}</p>
        </Fact>
      )}
    </dl>
  )
}

function TaxNumber({ view, ctx }: { view: OrderView; ctx: Ctx }): ReactNode {
  const { t, visitor } = ctx
  const { posted } = visitor
  const typed = posted?.values['taxNumber']?.at(-1)
  return (
    <details className="order-change" open={typed !== undefined}>
      <summary>{t(view.taxNumber === '' ? 'order.tax_number_add' : 'order.tax_number_edit')}</summary>
      <OrderForm call="order/taxNumber" view={view} ctx={ctx}>
        <Field
          id="order-tax-number"
          name="taxNumber"
          label={t('order.tax_number')}
          help={t('order.tax_number_help')}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          defaultValue={typed ?? view.taxNumber}
          error={posted?.errors['taxNumber']}
        />
        <Button type="submit" look="quiet">
          {t('order.tax_number_save')}
        </Button>
      </OrderForm>
    </details>
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
