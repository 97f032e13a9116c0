import { useEffect, useState, type RefObject } from 'react'

/** Why there is no order, and where that is shown. */
export interface Refusal {
  at: 'all' | 'terms' | 'method'
  text: string
}

/** A refusal leads to the field that it concerns. `first`: of a post without scripts. */
export function useRefusal(
  form: RefObject<HTMLFormElement | null>,
  first: string | null,
): [refused: Refusal | null, refuse: (refusal: Refusal | null) => void] {
  const [refused, refuse] = useState<Refusal | null>(first === null ? null : { at: 'all', text: first })
  useEffect(() => {
    if (refused?.at === 'terms' || refused?.at === 'method')
      form.current?.querySelector<HTMLElement>(`[data-at=${refused.at}] input`)?.focus()
  }, [form, refused])
  return [refused, refuse]
}
