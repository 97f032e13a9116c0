import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { translator, type Texts } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { visit } from '#platform/browser/visit.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/field.tsx'
import type { checkoutDetail, CheckoutView, choosePayment } from '../../contract.ts'
import { Choice } from '../choice-list.tsx'
import type { PaymentKey } from '../texts.ts'
import { answerOf, quiet, useDesk } from '../use-desk.ts'
import { ChangedDialog, type Changed } from './changed-dialog.tsx'
import { sendOnce, takeOutMissing } from './submit.ts'

export interface PaymentProps {
  view: CheckoutView
  links: { submit: string; here: string; information: string; cart: string }
  /** Why a post without scripts was refused. */
  refused: string | null
  texts: Texts<PaymentKey>
  lang: string
  external?: boolean
}

/** How it is paid, and the one button that makes the order. */
export default function CheckoutPayment(props: PaymentProps): ReactNode {
  const { view: sent, links, texts, lang } = props
  const t = translator(texts, lang)
  const id = useId()
  const [{ view }, desk] = useDesk(sent)
  const [wanted, setWanted] = useState<string | null>(null)
  const [terms, setTerms] = useState(false)
  const [refused, setRefused] = useState<{ at: 'all' | 'terms' | 'method'; text: string } | null>(
    props.refused === null ? null : { at: 'all', text: props.refused },
  )
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState<Changed | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const send = useRef<ReturnType<typeof sendOnce>>(null)
  const { slug } = view
  const chosen = wanted ?? view.paymentMethod

  useEffect(() => {
    // A page restored from the back/forward cache may be an order by now.
    const back = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) location.reload()
    }
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])

  useEffect(() => {
    if (refused?.at === 'terms' || refused?.at === 'method')
      form.current?.querySelector<HTMLElement>(`[data-at=${refused.at}] input`)?.focus()
  }, [refused])

  async function choose(method: string): Promise<void> {
    setWanted(method)
    setRefused(null)
    const answer = await desk.ask(
      async () => answerOf(await call<typeof choosePayment>('/checkout/payment', { slug, method }, quiet)),
      (value) => value,
    )
    if (!answer.ok) setRefused({ at: 'method', text: answer.problem.text })
    setWanted((now) => (now === method ? null : now))
  }

  async function submit(event?: SubmitEvent<HTMLFormElement>): Promise<void> {
    event?.preventDefault()
    // Five presses may come before anything is shown of the first.
    if (sending.current) return
    sending.current = true
    // The button stays busy until the next page is there.
    if (!(await place())) sending.current = false
  }

  /** True when there is an order and the page is on its way. */
  async function place(): Promise<boolean> {
    // A choice that is under way decides the total.
    if (!(await desk.flush())) return false
    const now = desk.state().view
    const paymentMethod = now.paymentMethod ?? ''
    if (paymentMethod === '' && now.paymentMethods.length > 0) {
      setRefused({ at: 'method', text: t('problem.unknown_payment_method') })
      return false
    }
    if (now.terms !== null && !terms) {
      setRefused({ at: 'terms', text: t('problem.terms_not_accepted') })
      return false
    }
    setBusy(true)
    setRefused(null)
    send.current ??= sendOnce()
    const input = { slug, paymentMethod, total: now.total, terms }
    const answer = await desk.ask(async () => answerOf<SubmitAnswer>(await send.current!(input)))
    if (answer.ok) {
      location.assign(answer.value.next)
      return true
    }
    await explain(answer.problem.name, answer.problem.text, now)
    setBusy(false)
    return false
  }

  /** Another outcome than an order, with the checkout as it is now. */
  async function explain(name: string | null, text: string, before: CheckoutView): Promise<void> {
    if (name === null) return setRefused({ at: 'all', text: t('checkout.no_answer') })
    if (name === 'checkout_done') return location.reload()
    if (name === 'terms_not_accepted') return setRefused({ at: 'terms', text })
    await refresh()
    const now = desk.state().view
    if (name === 'total_changed' || name === 'checkout_out_of_stock') return setChanged({ before, now })
    if (name === 'checkout_incomplete') {
      await visit(links.information)
      return
    }
    setRefused({
      at: name === 'unknown_payment_method' ? 'method' : 'all',
      text: t('checkout.failed', { why: text }),
    })
  }

  function refresh(): Promise<unknown> {
    return desk.ask(
      async () => answerOf(await call<typeof checkoutDetail>('/checkout/detail', { slug }, quiet)),
      (value) => value,
    )
  }

  async function goOn(): Promise<void> {
    const isGone = changed!.now.lines.some(({ trouble }) => trouble !== null)
    setChanged(null)
    if (!isGone) return submit()
    setBusy(true)
    const isEmpty = await takeOutMissing(desk, slug)
    setBusy(false)
    if (isEmpty) location.assign(links.cart)
  }

  return (
    <section className="checkout-part" aria-labelledby={id}>
      <h2 id={id}>{t('checkout.payment')}</h2>
      <form
        className="checkout-pay"
        action={links.submit}
        method="post"
        noValidate
        ref={form}
        aria-busy={busy}
        onSubmit={(event) => void submit(event)}
      >
        <input type="hidden" name="slug" value={slug} />
        <input type="hidden" name="step" value="payment" />
        <input type="hidden" name="total" value={view.total} />
        {view.paymentMethods.length === 0 ? (
          <div className="checkout-none" role="status">
            <p className="checkout-none-title">{t('checkout.payment_none')}</p>
            <p>{t('checkout.payment_none_text')}</p>
          </div>
        ) : (
          <div className="choices" role="radiogroup" aria-labelledby={id} data-at="method">
            {view.paymentMethods.map(({ code, name, note, fee }) => (
              <Choice
                key={code}
                name="paymentMethod"
                value={code}
                chosen={code === chosen}
                choose={() => void choose(code)}
                title={name}
                note={note}
                price={fee}
              />
            ))}
          </div>
        )}
        {refused?.at === 'method' && (
          <p className="field-error" role="alert">
            {refused.text}
          </p>
        )}
        {view.terms !== null && (
          <div className="checkout-terms" data-at="terms">
            <Checkbox
              name="terms"
              checked={terms}
              aria-invalid={refused?.at === 'terms' || undefined}
              aria-describedby={refused?.at === 'terms' ? `${id}-terms` : undefined}
              onChange={({ target }) => {
                setTerms(target.checked)
                if (refused?.at === 'terms') setRefused(null)
              }}
            >
              {t('checkout.terms')}
            </Checkbox>
            <a href={view.terms.href} target="_blank" rel="noopener">
              {view.terms.title}
            </a>
            {refused?.at === 'terms' && (
              <p className="field-error" id={`${id}-terms`} role="alert">
                {refused.text}
              </p>
            )}
          </div>
        )}
        {refused?.at === 'all' && (
          <p className="form-errors" role="alert">
            {refused.text}
          </p>
        )}
        <Button
          type="submit"
          wide
          aria-busy={busy}
          disabled={view.paymentMethods.length === 0 && view.total > 0}
        >
          {busy ? t('checkout.submitting') : t('checkout.submit', { total: view.totalText })}
        </Button>
        <p className="checkout-hint">{t('checkout.submit_hint')}</p>
      </form>
      {changed && (
        <ChangedDialog changed={changed} goOn={() => void goOn()} close={() => setChanged(null)} t={t} />
      )}
    </section>
  )
}

type SubmitAnswer = { order: string; next: string }
