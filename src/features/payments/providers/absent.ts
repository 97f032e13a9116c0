import { no } from '#domain/result.ts'
import type { PaymentProvider } from '#platform/server/pay.ts'

/** A provider whose keys are missing: it is not ready, and its methods are not offered. @param missing the setting */
export function absentProvider(name: string, missing: string): PaymentProvider {
  const refuse = async (): Promise<never> => {
    throw new Error(`${missing} is not set`)
  }
  return {
    name,
    isOffline: false,
    isReady: false,
    start: refuse,
    fetch: refuse,
    cancel: refuse,
    refund: refuse,
    readWebhook: () => no('not_signed'),
  }
}
