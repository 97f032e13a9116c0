import { useEffect, useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { CouponAdvice, CouponField, EnteredCoupon } from '#ui/coupons.tsx'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import type { CheckoutView, enterCoupon, removeCoupon, applyCredit } from '../../contract.ts'
import type { Desk } from '../desk.ts'
import type { SummaryKey } from '../texts.ts'
import { followCart } from '../follow-cart.ts'
import { answerOf, quiet, useDesk } from '../use-desk.ts'

export interface ApplyProps {
  view: CheckoutView
  links: { enter: string; remove: string; credit: string; here: string; cart: string }
  step: 'cart' | 'information' | 'payment'
  /** Why a coupon posted without scripts was refused. */
  refused: { code: string; text: string } | null
  texts: Texts<SummaryKey>
  lang: string
  external?: boolean
}

/** Lines, sums and coupons. Folded on a phone, with the total in sight. */
export default function CheckoutApply(props: ApplyProps): ReactNode {
  const { view: sent, links, step, texts, lang } = props
  const t = translator(texts, lang)
  const [{ view, pending }, desk] = useDesk(sent)
  useEffect(() => followCart(desk, links.cart), [desk, links.cart])
  return (
    <>
      <div role="status">
        {view.changes.map((change, index) => (
          <p className="checkout-changed" key={index}>
            {change}
          </p>
        ))}
      </div>
      <details className="checkout-summary" aria-label={t('checkout.summary')}>
        <summary className="checkout-summary-bar">
          <span>{t('checkout.summary_show')}</span>
          <Icon name="chevron" size={16} />
          <strong className="checkout-summary-total">{view.totalText}</strong>
        </summary>
        <div className="checkout-summary-inside">
          <h2 className="checkout-summary-title">{t('checkout.summary')}</h2>
          {step !== 'cart' && <Lines lines={view.lines} t={t} />}
          <Coupons {...props} view={view} desk={desk} t={t} />
          <Credit {...props} view={view} desk={desk} t={t} />
          <Sums view={view} pending={pending} t={t} />
        </div>
        <p className="visually-hidden" role="status">
          {view.total === sent.total || pending ? '' : t('checkout.total_now', { total: view.totalText })}
        </p>
      </details>
    </>
  )
}

/** So many lines have room in every window that shows the list beside the form. */
const roomy = 1

function Lines({ lines, t }: { lines: CheckoutView['lines']; t: Translate<SummaryKey> }): ReactNode {
  return (
    <ul
      className="checkout-lines"
      aria-label={t('checkout.summary')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lines that have no room are scrolled, by keys too
      tabIndex={lines.length > roomy ? 0 : undefined}
    >
      {lines.map(({ sku, title, choice, picture, quantity, total, before, trouble }) => (
        <li key={sku} className="checkout-line">
          <span className="checkout-line-picture">
            {picture && <Picture picture={{ ...picture, alt: '' }} sizes="4rem" from={96} to={160} />}
            <span className="checkout-line-count" aria-hidden="true">
              {quantity}
            </span>
          </span>
          <span className="checkout-line-words">
            <span className="visually-hidden">{`${quantity} × `}</span>
            <span className="checkout-line-title">{title}</span>
            {choice !== '' && <span className="checkout-line-choice">{choice}</span>}
            {trouble !== null && <span className="field-error">{trouble}</span>}
          </span>
          <span className="checkout-line-money">
            {total}
            {before !== null && (
              <s className="checkout-line-before">
                <span className="visually-hidden">{`${t('checkout.before')} `}</span>
                {before}
              </s>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface CouponsProps extends ApplyProps {
  desk: Desk
  t: Translate<SummaryKey>
}

function Coupons({ view, links, step, refused: sent, desk, t }: CouponsProps): ReactNode {
  const id = useId()
  const [code, setCode] = useState(sent?.code ?? '')
  const [refused, setRefused] = useState(sent?.text)
  const [busy, setBusy] = useState(false)
  const { slug, coupons, advice, bestCoupons } = view

  async function enter(codes: readonly string[]): Promise<void> {
    setRefused(undefined)
    setBusy(true)
    for (const one of codes) {
      const answer = await desk.ask(
        async () => answerOf(await call<typeof enterCoupon>('/checkout/coupon', { slug, code: one }, quiet)),
        (value) => value,
      )
      if (!answer.ok) {
        setRefused(answer.problem.text)
        break
      }
      setCode('')
    }
    setBusy(false)
  }
  async function remove(one: string): Promise<void> {
    await desk.ask(
      async () =>
        answerOf(await call<typeof removeCoupon>('/checkout/removeCoupon', { slug, code: one }, quiet)),
      (value) => value,
    )
  }
  const sending =
    (codes: () => readonly string[]) =>
    (event: SubmitEvent<HTMLFormElement>): void => {
      event.preventDefault()
      if (!busy && codes().some((one) => one !== '')) void enter(codes())
    }
  const hidden = (
    <>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="next" value={links.here} />
    </>
  )
  const best = bestCoupons.join(t('checkout.code_separator'))
  return (
    <div className="checkout-coupons">
      <CouponField
        id={id}
        action={links.enter}
        label={t('checkout.coupon')}
        apply={t('checkout.coupon_apply')}
        code={code}
        refused={refused}
        busy={busy}
        onCode={(typed) => {
          setCode(typed)
          setRefused(undefined)
        }}
        onSubmit={sending(() => [code.trim()])}
      >
        {hidden}
      </CouponField>
      {coupons.length > 0 && (
        <ul aria-label={t('checkout.coupon_yours')}>
          {coupons.map((coupon) => (
            <EnteredCoupon key={coupon.code} {...coupon}>
              <form
                action={links.remove}
                method="post"
                onSubmit={(event) => {
                  event.preventDefault()
                  void remove(coupon.code)
                }}
              >
                {hidden}
                <button
                  className="icon-button"
                  name="code"
                  value={coupon.code}
                  aria-label={t('checkout.coupon_remove', { code: coupon.code })}
                >
                  <Icon name="close" size={16} />
                </button>
              </form>
            </EnteredCoupon>
          ))}
        </ul>
      )}
      {bestCoupons.length > 0 && (
        <form
          className="coupon-best"
          action={links.enter}
          method="post"
          onSubmit={sending(() => missing(view))}
        >
          {hidden}
          <p>{t('checkout.coupon_best')}</p>
          <Button type="submit" look="plain" name="code" value={missing(view)[0]}>
            {t('checkout.coupon_use', { codes: best })}
          </Button>
        </form>
      )}
      <CouponAdvice title={t('checkout.coupon_others', { count: advice.length })} advice={advice} />
    </div>
  )
}

/** Pays with the store credit there is, or stops doing so; nothing for guests and for who has none. */
function Credit({ view, links, step, desk, t }: CouponsProps): ReactNode {
  const { slug, credit } = view
  if (credit === null || (credit.balance.amount === 0 && credit.wanted === null)) return null
  const use = credit.wanted === null ? 'on' : 'off'
  async function change(): Promise<void> {
    await desk.ask(
      async () => answerOf(await call<typeof applyCredit>('/checkout/credit', { slug, use }, quiet)),
      (value) => value,
    )
  }
  return (
    <form
      className="checkout-credit"
      action={links.credit}
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void change()
      }}
    >
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="next" value={links.here} />
      <p>
        {credit.wanted === null
          ? t('checkout.credit_use', { balance: credit.balance.text })
          : t('checkout.credit_used', { amount: credit.wanted.text })}
      </p>
      <Button type="submit" look="plain" name="use" value={use}>
        {t(use === 'on' ? 'checkout.credit_apply' : 'checkout.credit_stop')}
      </Button>
    </form>
  )
}

/** The codes of the best combination that are not entered yet. */
function missing({ bestCoupons, coupons }: CheckoutView): string[] {
  return bestCoupons.filter((best) => !coupons.some(({ code }) => code === best))
}

function Sums({
  view: { sums },
  pending,
  t,
}: {
  view: CheckoutView
  pending: boolean
  t: Translate<SummaryKey>
}): ReactNode {
  return (
    <dl className="checkout-sums" aria-busy={pending}>
      {sums.map(({ kind, label, amount }, index) => (
        <div key={`${kind}-${index}`} className={`checkout-sum checkout-sum-${kind}`}>
          <dt>{label}</dt>
          <dd>{amount === '' ? <span className="muted">{t('checkout.later')}</span> : amount}</dd>
        </div>
      ))}
    </dl>
  )
}
