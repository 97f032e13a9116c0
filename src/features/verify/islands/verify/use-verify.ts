import { useEffect, useRef, useState, type RefObject } from 'react'
import type {
  checkVerification,
  createVerification,
  GivenTrack,
  Issued,
  Way,
} from '#features/verify/contract.ts'
import { call } from '#platform/browser/call.ts'
import { verifyId as passedId } from '#platform/browser/stores.ts'
import { solve } from './solve.ts'

/** What the island shows; plain JSON, so that a page may begin with any of it. */
export type Shown =
  | { at: 'idle'; fault: string | null }
  | { at: 'loading'; way: Way }
  /** `fault` in words; `isChecked` while the server judges, or the device works. */
  | ({ at: 'puzzle'; fault: string | null; isChecked: boolean } & Issued)
  | { at: 'passed'; verifyId: string }

export interface Verifying {
  shown: Shown
  /** Asks for a puzzle of that way. */
  begin(way: Way): void
  check(given: { track: GivenTrack } | { verifyAnswer: string }): void
}

interface Words {
  failed: string
}

/** Refusals of the form around it after which a pass is needed anew. */
const wantsPass: readonly unknown[] = ['verification_required', 'verification_failed']

export function useVerify(root: RefObject<HTMLElement | null>, first: Shown, words: Words): Verifying {
  const [shown, setShown] = useState(first)
  /** Counts what was begun: an answer to something earlier is not shown any more. */
  const turn = useRef(0)

  const begin = (way: Way, fault: string | null = null): void => {
    const own = (turn.current += 1)
    setShown({ at: 'loading', way })
    void call<typeof createVerification>('/verify/create', { way }, { quiet: true }).then((answer) => {
      if (own !== turn.current) return
      if (!answer.ok) setShown({ at: 'idle', fault: answer.problem.msg })
      else {
        setShown({ at: 'puzzle', fault, isChecked: way === 'work', ...answer.value })
        if (answer.value.puzzle.way === 'work') void work(own, answer.value)
      }
    })
  }

  const work = async (own: number, { verifyId, puzzle }: Issued): Promise<void> => {
    const bits = puzzle.way === 'work' ? puzzle.bits : 0
    const nonce = await solve(verifyId, bits, () => own === turn.current)
    if (nonce !== null) judge(verifyId, { track: { nonce } }, 'work')
  }

  const judge = (
    verifyId: string,
    given: { track: GivenTrack } | { verifyAnswer: string },
    way: Way,
  ): void => {
    const own = (turn.current += 1)
    void call<typeof checkVerification>('/verify/check', { verifyId, ...given }, { quiet: true }).then(
      (answer) => {
        if (own !== turn.current) return
        if (answer.ok) setShown({ at: 'passed', verifyId })
        else if (way !== 'work' && answer.problem.problem !== null) begin(way, words.failed)
        else
          setShown({ at: 'idle', fault: answer.problem.problem === null ? answer.problem.msg : words.failed })
      },
    )
  }

  const check = (given: { track: GivenTrack } | { verifyAnswer: string }): void => {
    if (shown.at !== 'puzzle' || shown.isChecked) return
    setShown({ ...shown, isChecked: true })
    judge(shown.verifyId, given, shown.puzzle.way)
  }

  const passed = shown.at === 'passed' ? shown.verifyId : null
  useEffect(() => {
    if (passed === null) return
    passedId.set(passed)
    const detail = { verifyId: passed }
    root.current?.dispatchEvent(new CustomEvent('violet:verified', { bubbles: true, detail }))
    return () => passedId.set(null)
  }, [root, passed])

  useEffect(() => {
    const refused = (event: Event): void => {
      const { form, result } = (
        event as CustomEvent<{ form: Node; result: { problem?: { problem?: unknown } } }>
      ).detail
      if (!form.contains(root.current) || !wantsPass.includes(result.problem?.problem)) return
      turn.current += 1
      setShown({ at: 'idle', fault: null })
    }
    const done = (event: Event): void => {
      if ((event as CustomEvent<{ form: Node }>).detail.form.contains(root.current)) passedId.set(null)
    }
    document.addEventListener('violet:failed', refused)
    document.addEventListener('violet:done', done)
    return () => {
      turn.current += 1
      document.removeEventListener('violet:failed', refused)
      document.removeEventListener('violet:done', done)
    }
  }, [root])

  return { shown, begin, check }
}
