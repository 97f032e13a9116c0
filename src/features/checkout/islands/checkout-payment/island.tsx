import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { translator, type Texts } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { Button } from '#ui/forms/button.tsx'
import type { CheckoutView, choosePayment } from '../../contract.ts'
import type { Desk } from '../desk.ts'
import type { PaymentKey } from '../texts.ts'
import { answerOf, quiet, useDesk } from '../use-desk.ts'
import { ChangedDialog } from './changed-dialog.tsx'
import { Methods, Terms } from './fields.tsx'
import { usePlacing } from './use-placing.ts'
import { useRefusal, type Refusal } from './use-refusal.ts'

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
  const { links } = props
  const t = translator(props.texts, props.lang)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [{ view }, desk] = useDesk(props.view)
  const [terms, setTerms] = useState(false)
  const [refused, refuse] = useRefusal(form, props.refused)
  const [chosen, choose] = useMethod(desk, view, refuse)
  const { busy, changed, submit, goOn, close } = usePlacing(desk, { terms, refuse, links, t })
  useReloadOnReturn()
  const { paymentMethods, total } = view
  const isCovered = paymentMethods.length === 0 && view.toPay === 0
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
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <input type="hidden" name="slug" value={view.slug} />
        <input type="hidden" name="step" value="payment" />
        <input type="hidden" name="total" value={total} />
        <Methods
          methods={paymentMethods}
          chosen={chosen}
          choose={(method) => void choose(method)}
          isCovered={isCovered}
          labelledBy={id}
          t={t}
        />
        {refused?.at === 'method' && (
          <p className="field-error" role="alert">
            {refused.text}
          </p>
        )}
        {view.terms !== null && (
          <Terms
            page={view.terms}
            accepted={terms}
            accept={(accepted) => {
              setTerms(accepted)
              if (refused?.at === 'terms') refuse(null)
            }}
            error={refused?.at === 'terms' ? refused.text : null}
            errorId={`${id}-terms`}
            t={t}
          />
        )}
        {refused?.at === 'all' && (
          <p className="form-errors" role="alert">
            {refused.text}
          </p>
        )}
        <Button type="submit" wide aria-busy={busy} disabled={paymentMethods.length === 0 && !isCovered}>
          {busy ? t('checkout.submitting') : t('checkout.submit', { amount: view.toPayText })}
        </Button>
        {!isCovered && <p className="checkout-hint">{t('checkout.submit_hint')}</p>}
      </form>
      {changed && <ChangedDialog changed={changed} goOn={() => void goOn()} close={close} t={t} />}
    </section>
  )
}

/** The chosen method, shown before the server has answered. */
function useMethod(
  desk: Desk,
  { slug, paymentMethod }: CheckoutView,
  refuse: (refusal: Refusal | null) => void,
): [chosen: string | null, choose: (method: string) => Promise<void>] {
  const [wanted, setWanted] = useState<string | null>(null)

  async function choose(method: string): Promise<void> {
    setWanted(method)
    refuse(null)
    const answer = await desk.ask(
      async () => answerOf(await call<typeof choosePayment>('/checkout/payment', { slug, method }, quiet)),
      (value) => value,
    )
    if (!answer.ok) refuse({ at: 'method', text: answer.problem.text })
    setWanted((now) => (now === method ? null : now))
  }

  return [wanted ?? paymentMethod, choose]
}

/** A page restored from the back/forward cache may be an order by now. */
function useReloadOnReturn(): void {
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) location.reload()
    }
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
}
