import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import type { ReturnPreview } from '../../contract.ts'
import type { RefundKey } from './texts.ts'

interface OutcomeProps {
  /** Null while something is missing. */
  preview: ReturnPreview | null
  /** Money goes to an account that the shopper names. */
  isByHand: boolean
  /** What is to be done first. */
  wait: string
  t: Translate<RefundKey>
}

/** The exact refund: line by line with its shares, then the sums, and when the money is there. */
export function Outcome({ preview, isByHand, wait, t }: OutcomeProps): ReactNode {
  if (preview === null) return <p className="return-note">{wait}</p>
  const { lines, sums, toPayment, toCredit, bonus, when } = preview
  return (
    <>
      <ul className="return-outcome-lines">
        {lines.map(({ line, title, quantity, amount, parts }) => (
          <li key={line}>
            <p className="return-sum">
              <span>{t('return.form.line', { title, count: quantity })}</span>
              <span>{amount}</span>
            </p>
            {parts.length > 1 && (
              <dl className="return-parts">
                {parts.map((part, index) => (
                  <Sum key={index} label={part.label} amount={part.amount} />
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
      <dl className="return-sums">
        {sums.map(({ label, amount, isTotal }, index) => (
          <Sum key={index} label={label} amount={amount} isTotal={isTotal} />
        ))}
        {toCredit !== null && toPayment !== null && (
          <Sum label={t(isByHand ? 'return.form.account' : 'return.form.to_payment')} amount={toPayment} />
        )}
        {toCredit !== null && <Sum label={t('return.form.to_credit')} amount={toCredit} />}
        {bonus !== null && <Sum label={t('return.form.bonus')} amount={bonus} />}
      </dl>
      {when !== '' && <p className="return-note">{when}</p>}
    </>
  )
}

function Sum({
  label,
  amount,
  isTotal = false,
}: {
  label: string
  amount: string
  isTotal?: boolean
}): ReactNode {
  return (
    <div className={isTotal ? 'return-sum return-sum-total' : 'return-sum'}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
