import { afterEach, expect, it, vi } from 'vitest'
import { changedFields } from './typed.ts'

/* The fields are objects: of a browser, nothing is needed here but what it says of a caret. */

afterEach(() => void vi.unstubAllGlobals())

/** A field of a form in which `typed` was typed and that is still being typed in. */
function focusedField(type: 'number' | 'text', typed: string) {
  const carets: number[] = []
  const host = {} as Element
  const field = {
    type,
    defaultValue: '0',
    value: typed,
    selectionStart: type === 'text' ? typed.length : null,
    selectionEnd: type === 'text' ? typed.length : null,
    closest: () => host,
    setSelectionRange(start: number) {
      if (type === 'number') throw new DOMException('numbers have no selection', 'InvalidStateError')
      carets.push(start)
    },
    dispatchEvent: vi.fn<(event: Event) => boolean>(() => true),
  }
  host.querySelectorAll = (() => [field]) as never
  vi.stubGlobal('HTMLSelectElement', class {})
  vi.stubGlobal('document', { activeElement: field })
  return { host, field, carets }
}

it('tells of a number that was typed although the component has put its own back, and throws nothing', () => {
  const { host, field } = focusedField('number', '3')
  const [report] = changedFields(host)
  field.value = '0'
  report!()
  expect(field.value).toBe('3')
  expect(field.dispatchEvent.mock.calls.map(([event]) => event.type)).toEqual(['input'])
})

it('leaves the caret of a text where it was', () => {
  const { host, field, carets } = focusedField('text', 'oak')
  const [report] = changedFields(host)
  field.value = '0'
  report!()
  expect([field.value, carets]).toEqual(['oak', [3]])
})
