/*
 * What was typed or chosen before a part was live. Hydration leaves it on the screen, and tells no one: a
 * component that holds the value itself would put its own back with its next rendering.
 */

/** React's note of the value that it last saw, on the element; an event with the same value is none to it. */
interface Tracked {
  _valueTracker?: { setValue(value: string): void }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** For each field that no longer shows what the server sent: how to tell the component, once it listens. */
export function changedFields(host: Element): (() => void)[] {
  return [...host.querySelectorAll<Field>('input,textarea,select')].filter((field) => belongsTo(host, field)).flatMap(replayOf)
}

function belongsTo(host: Element, field: Field): boolean {
  return field.closest('x-island,x-slot') === host
}

function replayOf(field: Field): (() => void)[] {
  if (field instanceof HTMLSelectElement) {
    return wasChosen(field) ? [() => tell(field, 'change')] : []
  }
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    const { checked } = field
    // Of a group of radio buttons, the one that is on tells for all.
    if (checked === field.defaultChecked || (field.type === 'radio' && !checked)) return []
    return [
      () => {
        // React listens to the click of these, and the click turns them over.
        field.checked = !checked
        field.click()
      },
    ]
  }
  if (field.type === 'hidden' || field.value === field.defaultValue) return []
  if (field.type === 'file') return [() => tell(field, 'change')]
  return [
    () => {
      ;(field as Tracked)._valueTracker?.setValue('\0')
      tell(field, 'input')
    },
  ]
}

function tell(field: Field, type: 'input' | 'change'): void {
  field.dispatchEvent(new Event(type, { bubbles: true }))
}

function wasChosen(select: HTMLSelectElement): boolean {
  const options = [...select.options]
  if (options.some((option) => option.defaultSelected)) {
    return options.some((option) => option.selected !== option.defaultSelected)
  }
  return select.selectedIndex > 0
}
