import { useEffect, type ReactNode } from 'react'
import { call } from '#platform/browser/call.ts'
import type { qrScan } from '../../contract.ts'

export interface QrScanProps {
  ticket: string
  external?: boolean
}

/** Tells the shop that the phone has read the code: the browser which shows it says so. Nothing is to be seen here. */
export default function QrScan({ ticket }: QrScanProps): ReactNode {
  useEffect(() => {
    // What is wrong with it, the page's own form says.
    void call<typeof qrScan>('/auth/qrScan', { ticket }, { quiet: true })
  }, [ticket])
  return null
}
