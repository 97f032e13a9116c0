import { no } from '#domain/result.ts'
import type { PaymentProvider } from '#platform/server/pay.ts'

/**
 * Payments that the shop itself sees: a transfer on its account, cash in the courier's hand. The operator says that
 * they came (`violet orders pay`) and that money was given back; nobody can be asked.
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
