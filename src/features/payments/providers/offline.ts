import { no } from '#domain/result.ts'
import type { PaymentProvider } from '#platform/server/pay.ts'

/**
 * Payments that only the shop itself can see: a transfer to its account, cash to the courier. The operator records
 * payments (`violet orders pay`) and refunds; there is nobody to poll.
 */
export function offlineProvider(name: 'manual' | 'cod'): PaymentProvider {
  return {
    name,
    isOffline: true,
    isReady: true,
    start: async ({ id }) => ({ kind: 'offline', reference: `${name}-${id}` }),
    fetch: async () => null,
    cancel: async () => null,
    refund: async () => ({ reference: '', status: 'pending', failure: null }),
    readWebhook: () => no('not_signed'),
  }
}
