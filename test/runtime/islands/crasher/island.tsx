import { useEffect, useState, type ReactNode } from 'react'

/** Fails when it is told to; on the server it never does. */
export default function Crasher({ when, children }: { when: string; children?: ReactNode }): ReactNode {
  const [clicked, setClicked] = useState(false)
  const [sent, setSent] = useState(0)
  useEffect(() => {
    if (when === 'effect') throw new Error('crashed in an effect')
  }, [when])
  if (when === 'render' && 'document' in globalThis) throw new Error('crashed while rendering')
  if (when === 'click' && clicked) throw new Error('crashed after a click')
  return (
    <form
      action="/form/crashed"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        setSent(sent + 1)
      }}
    >
      <p>Made by the server</p>
      <input name="kept" aria-label="kept" />
      <button type="button" onClick={() => setClicked(true)}>
        Click
      </button>
      <button name="way" value="sent">
        Send
      </button>
      <output>{sent}</output>
      {children}
    </form>
  )
}
