import { useEffect, useState } from 'react'
import { call } from '#platform/browser/call.ts'
import type { ReturnOptions, returnOptions } from '../../contract.ts'
import type { Answer } from './use-refund.ts'

export type FormOptions = Pick<
  ReturnOptions,
  'lines' | 'types' | 'reasons' | 'mayChooseCredit' | 'bonus' | 'fee' | 'isByHand'
>

interface KnownOptions {
  options: FormOptions
  /** The refusal after which they are others; null once something was changed. */
  fault: string | null
  forget: () => void
}

/** What of the order can be returned: as the page was rendered, and anew once an answer says that it is not so any more. */
export function useOptions(order: string, first: FormOptions, answer: Answer): KnownOptions {
  const [options, setOptions] = useState(first)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    if (!answer.isStale) return
    let isOver = false
    const renew = async (): Promise<void> => {
      const said = await call<typeof returnOptions>('/return/options', { order }, { quiet: true })
      if (isOver || !said.ok) return
      setFault(answer.fault)
      setOptions(said.value)
    }
    void renew()
    return () => {
      isOver = true
    }
  }, [order, answer])
  return { options, fault, forget: () => setFault(null) }
}
