import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import type { CartTextKey } from '../islands/texts.ts'

/** Begins the checkout of what is chosen; a change that is still on its way goes first. */
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
    // Sent by itself: what was pressed has been stopped once already.
    if (wanted && !pending) form.current?.submit()
  }, [wanted, pending])
  useEffect(() => {
    // The page may be come back to as it was left.
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
