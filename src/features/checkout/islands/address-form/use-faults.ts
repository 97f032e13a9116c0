import { useEffect, useState, type RefObject } from 'react'
import type { CheckoutView } from '../../contract.ts'

/** What is wrong with the fields, as far as it is shown. */
export interface Faults {
  /** Of all fields, after somebody wanted to go on. */
  all: readonly [field: string, text: string][]
  /** Of one field with this value. */
  of: (field: string, value: string) => string | undefined
  /** Shows all of them and leads to the first. */
  mark: () => void
}

/** Required fields are checked when somebody goes on; faults of a filled field when it is left. */
export function useFaults(
  form: RefObject<HTMLFormElement | null>,
  view: CheckoutView,
  wasTried: boolean,
): Faults {
  const [tried, setTried] = useState(wasTried)
  const [marked, setMarked] = useState(0)
  const left = useLeftFields(form)

  useEffect(() => {
    if (marked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form, marked])

  return {
    all: tried ? informationMissing(view) : [],
    of: (field, value) => (tried || (value !== '' && left.has(field)) ? view.missing[field] : undefined),
    mark() {
      setTried(true)
      setMarked((count) => count + 1)
    },
  }
}

/** The names of the fields that somebody was in. */
function useLeftFields(form: RefObject<HTMLFormElement | null>): ReadonlySet<string> {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const leave = ({ target }: FocusEvent): void => {
      const { name } = target as HTMLInputElement
      if (name) setLeft((before) => new Set([...before, name]))
    }
    const element = form.current
    element?.addEventListener('focusout', leave)
    return () => element?.removeEventListener('focusout', leave)
  }, [form])
  return left
}

/** The faulty fields of this step: name and what to do. */
export function informationMissing({ missing }: CheckoutView): [field: string, text: string][] {
  return Object.entries(missing).filter(([field]) => /^(contact|address|billing)\./.test(field))
}
