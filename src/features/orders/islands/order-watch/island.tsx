import { useEffect, useRef, type ReactNode } from 'react'
import type { paymentStatus } from '#features/payments/contract.ts'
import { call } from '#platform/browser/call.ts'
import { visit } from '#platform/browser/visit.ts'

export interface OrderWatchProps {
  /** Its number. */
  order: string
  /** A payment is being decided: it is asked about until it is. */
  waits: boolean
  /** Heard on the live channel: ms since 1970, what makes one piece of news another. */
  news?: number
  external?: boolean
}

/** ms between two questions about a payment; then the last of them. */
const pauses = [2_000, 3_000, 5_000, 8_000, 15_000, 30_000]
/** ms that a page must have stood before it is fetched again: the runtime takes less for a double click. */
const settled = 1_200

/** Shows the order anew when it stands otherwise: when the live channel says so, and when a payment is decided. */
export default function OrderWatch({ order, waits, news }: OrderWatchProps): ReactNode {
  const shownAt = useRef(0)
  useEffect(() => {
    shownAt.current = Date.now()
  }, [])

  useEffect(() => {
    if (news === undefined) return
    // What is being typed, or decided in a dialog, is not pulled away.
    if (document.querySelector('dialog[open], dialog:popover-open')) return
    const timer = setTimeout(refresh, Math.max(0, shownAt.current + settled - Date.now()))
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

function refresh(): void {
  void visit(location.href, { replace: true, keepScroll: true })
}
