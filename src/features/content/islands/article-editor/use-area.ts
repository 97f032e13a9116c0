import { useRef, useState, type ChangeEvent } from 'react'
import { apply, type Chosen, type Replacement, type Tool } from './markdown-tools.ts'

/** A text field that tools write into, as if it were typed: the browser's own "undo" takes it back. */
export function useArea(start: string, linkWords: string) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(start)

  function put(make: (chosen: Chosen) => Replacement): void {
    const field = area.current
    if (field === null) return
    const { value, selectionStart, selectionEnd } = field
    const { start: from, end, by, chosen } = make({ text: value, start: selectionStart, end: selectionEnd })
    field.focus()
    field.setSelectionRange(from, end)
    // The only way to write that "undo" knows of; where it is gone, the text is written all the same.
    const isTyped = document.execCommand('insertText', false, by)
    if (!isTyped) field.setRangeText(by, from, end)
    field.setSelectionRange(from + chosen[0], from + chosen[1])
    setText(field.value)
  }

  return {
    area,
    text,
    put,
    use: (tool: Tool) => put((chosen) => apply(tool, chosen, linkWords)),
    change: ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) => setText(currentTarget.value),
  }
}
