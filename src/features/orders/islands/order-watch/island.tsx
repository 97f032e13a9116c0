import { useEffect, type ReactNode } from 'react'
import type { paymentStatus } from '#features/payments/contract.ts'
import { call } from '#platform/browser/call.ts'
import { visit } from '#platform/browser/visit.ts'

export interface OrderWatchProps {
  /** Its number; empty for the list of a customer's orders. */
  order: string
  /** A payment is being decided: the page polls until it is. */
  waits: boolean
  /** The time of the last live message, ms since 1970: distinguishes one from the next. */
  news?: number
  external?: boolean
}

/** ms between two polls of a payment; the last value repeats. */
const pauses = [2_000, 3_000, 5_000, 8_000, 15_000, 30_000]

/** ms after which the page looks again whether what the shopper was at is done. */
const patience = 3_000

/** Refreshes the order's page on a live message, and when a payment is decided. */
export default function OrderWatch({ order, waits, news }: OrderWatchProps): ReactNode {
  useEffect(() => {
    if (news === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      if (isBusy()) timer = setTimeout(look, patience)
      else refresh()
    }
    look()
    return () => clearTimeout(timer)
  }, [news])

  useEffect(() => {
    if (!waits) return
    let tries = 0
    let timer: ReturnType<typeof setTimeout>
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      const answer = await call<typeof paymentStatus>(
        '/payment/status',
        { order },
        { quiet: true, signal: stop.signal },
      )
      if (stop.signal.aborted) return
      if (answer.ok && answer.value.state !== 'deciding') refresh()
      else later()
    }
    const later = (): void => {
      timer = setTimeout(() => void ask(), pauses[Math.min(tries, pauses.length - 1)])
      tries += 1
    }
    later()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [order, waits])
  return null
}

/** Something is being decided in a dialog, or typed: it would be lost. */
function isBusy(): boolean {
  const typed = document.activeElement?.matches('main :is(input, select, textarea)') ?? false
  const open = 'dialog[open], dialog:popover-open, main details[open] x-island[c="order-address"]'
  return typed || document.querySelector(open) !== null
}

function refresh(): void {
  void visit(location.href, { replace: true, keepScroll: true })
}
