import { useRef, useState } from 'react'
import type { Translate } from '#i18n/t.ts'
import { visit } from '#platform/browser/visit.ts'
import type { CheckoutView } from '../../contract.ts'
import type { Desk } from '../desk.ts'
import { isAllGone } from '../all-gone.ts'
import type { PaymentKey } from '../texts.ts'
import { answerOf } from '../use-desk.ts'
import type { Changed } from './changed-dialog.tsx'
import { refreshView, sendOnce, takeOutMissing } from './submit.ts'
import type { Refusal } from './use-refusal.ts'

interface Placing {
  /** The shopper accepts the terms. */
  terms: boolean
  refuse: (refusal: Refusal | null) => void
  links: { information: string; cart: string }
  t: Translate<PaymentKey>
}

/** Makes the order, or says why there is none. */
export function usePlacing(
  desk: Desk,
  { terms, refuse, links, t }: Placing,
): {
  busy: boolean
  /** What is not as the shopper saw it; it is shown before anything is ordered. */
  changed: Changed | null
  submit: () => Promise<void>
  /** With the checkout as it is now. */
  goOn: () => Promise<void>
  close: () => void
} {
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState<Changed | null>(null)
  const sending = useRef(false)
  const send = useRef<ReturnType<typeof sendOnce>>(null)

  async function submit(): Promise<void> {
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
    const lacking = lackOf(now, terms, t)
    refuse(lacking)
    if (lacking !== null) return false
    setBusy(true)
    send.current ??= sendOnce()
    const { slug, total } = now
    const input = { slug, paymentMethod: now.paymentMethod ?? '', total, terms }
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
    if (name === null) return refuse({ at: 'all', text: t('checkout.no_answer') })
    // The page is being left for the order.
    if (name === 'checkout_done') return
    if (name === 'terms_not_accepted') return refuse({ at: 'terms', text })
    await refreshView(desk, before.slug)
    const now = desk.state().view
    if (name === 'total_changed' || name === 'checkout_out_of_stock') return setChanged({ before, now })
    if (name === 'checkout_incomplete') {
      await visit(links.information)
      return
    }
    refuse({
      at: name === 'unknown_payment_method' ? 'method' : 'all',
      text: t('checkout.failed', { why: text }),
    })
  }

  async function goOn(): Promise<void> {
    const { slug, lines } = changed!.now
    // The cart shows what has sold out, and keeps it for when it is back.
    if (isAllGone({ lines })) return location.assign(links.cart)
    const isGone = lines.some(({ trouble }) => trouble !== null)
    setChanged(null)
    if (!isGone) return submit()
    setBusy(true)
    const isEmpty = await takeOutMissing(desk, slug)
    setBusy(false)
    if (isEmpty) location.assign(links.cart)
  }

  return { busy, changed, submit, goOn, close: () => setChanged(null) }
}

/** What the shopper has yet to choose or to accept. */
function lackOf(view: CheckoutView, terms: boolean, t: Translate<PaymentKey>): Refusal | null {
  if ((view.paymentMethod ?? '') === '' && view.paymentMethods.length > 0)
    return { at: 'method', text: t('problem.unknown_payment_method') }
  if (view.terms !== null && !terms) return { at: 'terms', text: t('problem.terms_not_accepted') }
  return null
}

type SubmitAnswer = { order: string; next: string }
