import { useEffect, useRef, useState } from 'react'
import { send, shrink, type Shrunk } from './send-picture.ts'

/** A picture on its way to the shop, or there. */
export interface Upload {
  key: number
  /** Null until the shop has it. */
  id: string | null
  url: string | null
  /** 0 to 1. */
  progress: number
  fault: { text: string; final: boolean } | null
  shrunk: Shrunk | null
}

/** The pictures of the form. `failed`: the text for an upload without an answer. */
export function useUploads(
  kept: readonly { id: string; url: string }[],
  failed: string,
): {
  uploads: readonly Upload[]
  add: (files: readonly File[]) => Promise<void>
  retry: (upload: Upload) => void
  remove: (key: number) => void
} {
  const [uploads, setUploads] = useState<readonly Upload[]>(() =>
    kept.map((picture, key) => ({ ...fresh, key, ...picture, progress: 1 })),
  )
  const lastKey = useRef(kept.length)
  const stops = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const { current } = stops
    return () => current.forEach((stop) => stop.abort())
  }, [])

  function change(key: number, changed: Partial<Upload>): void {
    setUploads((before) => before.map((upload) => (upload.key === key ? { ...upload, ...changed } : upload)))
  }

  /** The signal that ends it when its picture is removed. */
  function begin(key: number): AbortSignal {
    const stop = new AbortController()
    stops.current.set(key, stop)
    return stop.signal
  }

  async function upload(key: number, shrunk: Shrunk, signal: AbortSignal): Promise<void> {
    change(key, { shrunk, fault: null, progress: 0 })
    const sent = await send(shrunk.blob, failed, (progress) => change(key, { progress }), signal)
    stops.current.delete(key)
    if (signal.aborted) return
    if (sent.ok) change(key, { id: sent.value.id, url: sent.value.url, progress: 1 })
    else change(key, { fault: { text: sent.text, final: sent.final } })
  }

  async function add(files: readonly File[]): Promise<void> {
    const added = files.map((file) => {
      const key = ++lastKey.current
      return { file, key, signal: begin(key) }
    })
    setUploads((before) => [...before, ...added.map(({ key }) => ({ ...fresh, key }))])
    // One after the other: a telephone has no memory for six photographs at once.
    for (const { file, key, signal } of added) {
      const shrunk = await shrink(file)
      if (!signal.aborted) await upload(key, shrunk, signal)
    }
  }

  return {
    uploads,
    add,
    retry({ key, shrunk }) {
      if (shrunk) void upload(key, shrunk, begin(key))
    },
    remove(key) {
      stops.current.get(key)?.abort()
      setUploads((before) => before.filter((one) => one.key !== key))
    },
  }
}

const fresh = { id: null, url: null, progress: 0, fault: null, shrunk: null }
