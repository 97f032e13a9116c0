import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import type { CartTextKey } from '../islands/texts.ts'

/** Begins the checkout of the chosen lines, after a pending change has been sent. */
export function CheckoutButton({
  action,
  selected,
  pending,
  t,
}: {
  action: string
  /** Units that are chosen. */
  selected: number
  pending: boolean
  t: Translate<CartTextKey>
}): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    // Submitted by script: the original event was stopped.
    if (wanted && !pending) form.current?.submit()
  }, [wanted, pending])
  useEffect(() => {
    // The page may come back from the back/forward cache.
    const back = (): void => setWanted(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
  return (
    <form
      action={action}
      method="post"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        setWanted(true)
      }}
    >
      <Button type="submit" wide disabled={selected === 0} aria-busy={wanted}>
        {t('checkout.begin')}
      </Button>
    </form>
  )
}
