import { useState } from 'react'
import { send, shrink } from '#features/inquiries/islands/inquiry-pictures/send-picture.ts'

export interface Pictures {
  keys: readonly string[]
  /** How many are on their way. */
  sending: number
  /** Why the last one could not be taken; null for none. */
  fault: string | null
  add(files: readonly File[]): Promise<void>
}

/** Sends chosen pictures one after the other, and writes each into the text when it is there. */
export function usePictures(
  start: readonly string[],
  most: number,
  failed: string,
  insert: (key: string) => void,
): Pictures {
  const [keys, setKeys] = useState(start)
  const [sending, setSending] = useState(0)
  const [fault, setFault] = useState<string | null>(null)
  return {
    keys,
    sending,
    fault,
    async add(files) {
      const taken = files.slice(0, Math.max(0, most - keys.length - sending))
      setFault(taken.length < files.length ? failed : null)
      setSending((count) => count + taken.length)
      for (const file of taken) {
        const { blob } = await shrink(file)
        const sent = await send(blob, failed, () => {}, new AbortController().signal)
        const key = sent.ok ? (/^\/media\/([0-9a-f]{16})\//.exec(sent.value.url)?.[1] ?? null) : null
        setSending((count) => count - 1)
        if (key === null) {
          setFault(sent.ok ? failed : sent.text)
          continue
        }
        setKeys((before) => (before.includes(key) ? before : [...before, key]))
        insert(key)
      }
    },
  }
}
