import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { DialCode } from '#ui/forms/phone-field.tsx'

export interface PhoneCodeSelectProps {
  /** Of the region that is chosen at first: `+852`. */
  code: string
  /** One `DialCodeSelect`. */
  children?: ReactNode
  external?: boolean
}

/** Shows the chosen dial code alone; the list behind it has the regions' names. */
export default function PhoneCodeSelect({ code, children }: PhoneCodeSelectProps): ReactNode {
  const [shown, setShown] = useState(code)
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const list = box.current?.querySelector('select')
    if (!list) return
    // The list is the server's own node, in which React hears nothing.
    const show = (): void => setShown((before) => list.selectedOptions[0]?.dataset['code'] ?? before)
    // A browser that restores typed values sends no event.
    show()
    list.addEventListener('change', show)
    return () => list.removeEventListener('change', show)
  }, [])
  return (
    <DialCode code={shown} ref={box}>
      {children}
    </DialCode>
  )
}
