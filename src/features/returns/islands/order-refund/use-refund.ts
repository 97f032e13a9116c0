import { useEffect, useRef, useState, type RefObject } from 'react'
import { call } from '#platform/browser/call.ts'
import { visit } from '#platform/browser/visit.ts'
import type { saveReturnDraft } from '../../contract/draft.ts'
import type { applyForReturn, previewReturn, ReturnDraft, ReturnPreview } from '../../contract.ts'
import { wholeWish, type WholeWish, type Wish } from './wish.ts'

/** ms without a change after which the preview is asked for, and the draft is kept. */
const previewAfter = 250
const saveAfter = 1_500

/** What the shop last said of the wish. */
export interface Answer {
  preview: ReturnPreview | null
  /** Why there is no preview, or why the application was not taken. */
  fault: string | null
  /** Field name → what is wrong with it. */
  errors: Readonly<Record<string, string>>
  isAsking: boolean
  /** The lines are not any more as the form shows them: they were asked for elsewhere, or their time is over. */
  isStale: boolean
}

const staleProblems: readonly string[] = ['return_too_many', 'return_impossible']

/** The preview of what is chosen, asked for at each change; the answer to an older wish is dropped. */
export function usePreview(
  order: string,
  wish: Wish,
  first: Answer,
): [answer: Answer, set: (answer: Answer) => void] {
  const [answer, setAnswer] = useState(first)
  const whole = wholeWish(wish)
  const key = whole === null ? null : JSON.stringify(whole)
  // The server has answered the wish that the form begins with.
  const known = useRef(first.preview === null ? undefined : key)

  useEffect(() => {
    if (known.current === key) return
    known.current = key
    if (key === null) {
      setAnswer((before) => ({ ...before, preview: null, fault: null, isAsking: false, isStale: false }))
      return
    }
    const stop = new AbortController()
    setAnswer((before) => ({ ...before, isAsking: true, errors: {}, isStale: false }))
    const ask = async (): Promise<void> => {
      const asked = { order, ...(JSON.parse(key) as NonNullable<typeof whole>) }
      const said = await call<typeof previewReturn>('/return/preview', asked, {
        quiet: true,
        signal: stop.signal,
      })
      if (stop.signal.aborted) return
      setAnswer(
        said.ok
          ? { preview: said.value, fault: null, errors: {}, isAsking: false, isStale: false }
          : refused(said.problem, null),
      )
    }
    const timer = setTimeout(() => void ask(), previewAfter)
    return () => {
      stop.abort()
      clearTimeout(timer)
      known.current = undefined
    }
  }, [order, key])
  return [answer, setAnswer]
}

/** What of the form only its fields know. */
interface Rest {
  description: string
  images: string[]
}

function restOf(form: HTMLFormElement): Rest {
  const fields = new FormData(form)
  const description = fields.get('description')
  return {
    description: typeof description === 'string' ? description : '',
    // Files that are not uploaded yet are none of them.
    images: fields.getAll('images').filter((image) => typeof image === 'string' && image !== '') as string[],
  }
}

/** Keeps what was filled in: a moment after each change, and when the page is left. */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  order: string,
  way: ReturnDraft['way'],
  wish: Wish,
): { touch: () => void; end: () => void; isSaved: boolean } {
  const [isSaved, setSaved] = useState(false)
  const latest = useRef(wish)
  useEffect(() => {
    latest.current = wish
  }, [wish])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOver = useRef(false)
  const rest = useRef<Rest>(undefined)

  const save = useRef(async (): Promise<void> => {
    clearTimeout(timer.current)
    if (timer.current === undefined || isOver.current) return
    timer.current = undefined
    if (form.current !== null) rest.current = restOf(form.current)
    if (rest.current === undefined) return
    const draft = { order, way, ...latest.current, ...rest.current }
    const said = await call<typeof saveReturnDraft>('/return/saveDraft', draft, { quiet: true })
    setSaved(said.ok)
  })

  useEffect(() => {
    const leave = (): void => {
      if (document.visibilityState === 'hidden') void save.current()
    }
    const { current } = save
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      void current()
    }
  }, [])

  return {
    isSaved,
    touch: () => {
      setSaved(false)
      clearTimeout(timer.current)
      if (form.current !== null) rest.current = restOf(form.current)
      timer.current = setTimeout(() => void save.current(), saveAfter)
    },
    end: () => {
      isOver.current = true
      clearTimeout(timer.current)
    },
  }
}

/**
 * Sends the application. Null when it was taken: its page has been asked for by then, and another press, should that
 * have failed, is answered as this one was.
 */
export async function send(
  form: HTMLFormElement,
  order: string,
  whole: WholeWish,
  preview: ReturnPreview,
  key: string,
): Promise<Answer | null> {
  const input = { order, ...whole, ...restOf(form), total: preview.total }
  const said = await call<typeof applyForReturn>('/return/apply', input, { quiet: true, key })
  if (said.ok) {
    await visit(said.value.href)
    return null
  }
  const { problem, data } = said.problem
  return refused(
    said.problem,
    problem === 'refund_changed' ? (data as { dialog: ReturnPreview }).dialog : preview,
  )
}

/** @param preview what is shown all the same; nothing of lines that are not so any more */
export function refused(
  problem: Parameters<typeof faultText>[0] & { problem: string | null },
  preview: ReturnPreview | null,
): Answer {
  const isStale = problem.problem !== null && staleProblems.includes(problem.problem)
  return {
    preview: isStale ? null : preview,
    fault: faultText(problem),
    errors: problem.fields,
    isAsking: false,
    isStale,
  }
}

/** What is wrong, in words: with fields that may be far off the screen, what stands beside each of them. */
export function faultText({
  msg,
  fields,
}: {
  msg: string
  fields: Readonly<Record<string, string>>
}): string {
  const wrong = Object.values(fields)
  return wrong.length === 0 ? msg : wrong.join(' ')
}
