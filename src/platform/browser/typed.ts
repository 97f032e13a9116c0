/*
 * Values that were typed or chosen before hydration. Hydration leaves them on the screen but tells no component: a
 * controlled field would restore its own value at its next rendering.
 */

/** React stores the last value it saw on the element; an event with the same value is ignored. */
interface Tracked {
  _valueTracker?: { setValue(value: string): void }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * For each field that no longer shows what the server sent: how to tell the component, once it listens. The
 * first answer makes the component render, and put its own values into all others: so each is noted now.
 */
export function changedFields(host: Element): (() => void)[] {
  const fields = [...host.querySelectorAll<Field>('input,textarea,select')].filter((field) =>
    belongsTo(host, field),
  )
  // The one that is being typed in comes first: the others' answers would reset it, and with that the caret.
  fields.sort((a, b) => Number(b === document.activeElement) - Number(a === document.activeElement))
  return fields.flatMap((field) => {
    if (field instanceof HTMLSelectElement) return chosenIn(field)
    return field.type === 'checkbox' || field.type === 'radio'
      ? tickedIn(field as HTMLInputElement)
      : typedIn(field)
  })
}

function belongsTo(host: Element, field: Field): boolean {
  return field.closest('x-island,x-slot') === host
}

function chosenIn(field: HTMLSelectElement): (() => void)[] {
  const options = [...field.options]
  const chosen = options.map((option) => option.selected)
  const isAsSent = options.some((option) => option.defaultSelected)
    ? options.every((option) => option.selected === option.defaultSelected)
    : field.selectedIndex <= 0
  if (isAsSent) return []
  return [
    () => {
      for (const [at, option] of options.entries()) option.selected = chosen[at]!
      tell(field, 'change')
    },
  ]
}

function tickedIn(field: HTMLInputElement): (() => void)[] {
  const { checked } = field
  // Of a group of radio buttons, only the checked one reports.
  if (checked === field.defaultChecked || (field.type === 'radio' && !checked)) return []
  return [
    () => {
      // React listens to the click of these, and the click turns them over.
      field.checked = !checked
      field.click()
    },
  ]
}

function typedIn(field: HTMLInputElement | HTMLTextAreaElement): (() => void)[] {
  const { value, selectionStart, selectionEnd } = field
  if (field.type === 'hidden' || value === field.defaultValue) return []
  if (field.type === 'file') return [() => tell(field, 'change')]
  return [
    () => {
      // Hydration itself sets the value of a text area, and with that the caret.
      if (field.value !== value) {
        field.value = value
        // A field of numbers or of an e-mail address names no caret, and throws when it is given one.
        if (field === document.activeElement && selectionStart !== null)
          field.setSelectionRange(selectionStart, selectionEnd)
      }
      ;(field as Tracked)._valueTracker?.setValue('\0')
      tell(field, 'input')
    },
  ]
}

function tell(field: Field, type: 'input' | 'change'): void {
  field.dispatchEvent(new Event(type, { bubbles: true }))
}
