import { useEffect, useState, type RefObject } from 'react'
import type { CheckoutView } from '../../contract.ts'
import type { Group, Information } from './use-information.ts'

/** What is wrong with the fields, as far as it is shown. */
export interface Faults {
  /** Of all fields, after somebody wanted to go on. */
  all: readonly [field: string, text: string][]
  /** Of one field with this value. */
  of: (field: string, value: string) => string | undefined
  /** Shows all of them and leads to the first. */
  mark: () => void
}

type Values = Information['values']

/**
 * Required fields are checked when somebody goes on; faults of a filled field when it is left. A fault is shown at the
 * value that the server has checked: a newer one is innocent until its answer comes.
 */
export function useFaults(
  form: RefObject<HTMLFormElement | null>,
  latest: CheckoutView,
  values: Values,
  wasTried: boolean,
): Faults {
  const [tried, setTried] = useState(wasTried)
  const [marked, setMarked] = useState(0)
  const isPressed = usePressed()
  const view = useHeld(latest, isPressed)
  const left = useHeld(useLeftFields(form), isPressed)

  useEffect(() => {
    if (marked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form, marked])

  return {
    all: tried ? informationMissing(view).filter(([field]) => isChecked(field, view, values)) : [],
    of: (field, value) =>
      (tried || (value !== '' && left.has(field))) && isChecked(field, view, values)
        ? view.missing[field]
        : undefined,
    mark() {
      setTried(true)
      setMarked((count) => count + 1)
    },
  }
}

/** Whether the view is of the field's present value, and of the country by whose rules it is checked. */
function isChecked(field: string, view: CheckoutView, values: Values): boolean {
  const group = field.startsWith('billing.') ? 'billing' : 'address'
  const valueIn = ({ contact, address, billing }: Pick<CheckoutView, Group | 'contact'>): unknown => {
    const texts = { contact, address, billing }[field.split('.')[0] as Group | 'contact']
    return texts?.[field.split('.')[1] as keyof typeof texts]
  }
  const now = valueIn(values)
  return (
    view[group]?.country === values[group].country &&
    // The server stores texts without the spaces around them.
    valueIn(view) === (typeof now === 'string' ? now.trim() : now)
  )
}

/** The value; while held, the one of before. */
function useHeld<T>(value: T, isHeld: boolean): T {
  const [shown, setShown] = useState(value)
  if (isHeld) return shown
  if (shown !== value) setShown(value)
  return value
}

/**
 * A button or a finger is down. A press takes the focus from its field; a fault that appeared there at once would move
 * the pressed button away, and the release would miss it.
 */
function usePressed(): boolean {
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const press = (): void => {
      clearTimeout(timer)
      setPressed(true)
    }
    const release = (): void => {
      clearTimeout(timer)
      setPressed(false)
    }
    // The click follows in the same task; a finger's press and release as a mouse come after its pointer's.
    const releaseSoon = (): void => {
      clearTimeout(timer)
      timer = setTimeout(release)
    }
    const ended = new AbortController()
    const options = { capture: true, signal: ended.signal }
    for (const kind of ['pointerdown', 'mousedown']) document.addEventListener(kind, press, options)
    for (const kind of ['pointerup', 'pointercancel', 'mouseup'])
      document.addEventListener(kind, releaseSoon, options)
    // After the fields have seen it: a rendering before that would put a box or a radio button back.
    document.addEventListener('click', release, { signal: ended.signal })
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [])
  return isPressed
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
