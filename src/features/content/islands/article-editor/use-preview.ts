import { useEffect, useRef, useState } from 'react'
import { call } from '#platform/browser/call.ts'
import type { previewArticle } from '../../contract/my-articles.ts'

/** Milliseconds without a key before the server is asked: it knows what readers will see, and nobody else has to. */
const pause = 500

/** What the text will look like; until something changes, what the server has rendered stays. */
export function usePreview(text: string, saved: string, isAwake: boolean) {
  const [html, setHtml] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isAwake || (html === null && text === saved)) return
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      const { signal } = stop
      const answer = await call<typeof previewArticle>(
        '/article/preview',
        { content: text },
        { quiet: true, signal },
      )
      if (!signal.aborted && answer.ok) setHtml(answer.value.html)
    }
    const timer = setTimeout(() => void ask(), pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- an answer asks nothing
  }, [text, saved, isAwake])

  useEffect(() => {
    if (html === null) return
    let isOver = false
    // The server loads islands, too, and has no document.
    void import('#platform/browser/render.ts').then(({ nodesOf }) => {
      if (!isOver) place.current?.replaceChildren(nodesOf(html))
    })
    return () => {
      isOver = true
    }
  }, [html])

  return { isLive: html !== null, place }
}
