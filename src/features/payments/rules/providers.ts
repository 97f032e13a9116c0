import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config, StripeAccess } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/db.ts'
import { keyFor } from '#platform/server/db/queries-signing.ts'
import type { PaymentProvider, Providers } from '#platform/server/pay.ts'
import { openDemoGateway, type DemoGateway } from '../demo/gateway.ts'
import { absentProvider } from '../providers/absent.ts'
import { demoProvider } from '../providers/demo.ts'
import { offlineProvider } from '../providers/offline.ts'

export interface Payments {
  providers: Providers
  gateway: DemoGateway
  stop(): Promise<void>
}

export interface PaymentsOptions {
  config: Pick<Config, 'demoGateway' | 'stripe'>
  db: Database
  log: Logger
  now: () => Date
  /** The URL of this program on this machine; null while unknown. */
  ownAddress: () => string | null
}

/** Makes the providers of the program's configuration; those without keys exist but are not ready. */
export async function openPayments({ config, db, log, now, ownAddress }: PaymentsOptions): Promise<Payments> {
  const key = await keyFor(db, 'demo-gateway', randomBytes(32))
  const gateway = openDemoGateway({ db, key, log, now })
  const address = (): string | null => {
    const own = ownAddress()
    return own === null ? null : `${own}/webhooks/demo`
  }
  const all: PaymentProvider[] = [
    offlineProvider('manual'),
    offlineProvider('cod'),
    demoProvider({ gateway, key, notifyUrl: address, isReady: config.demoGateway }),
    await stripe(config.stripe),
  ]
  return {
    providers: new Map(all.map((provider) => [provider.name, provider])),
    gateway,
    stop: gateway.stop,
  }
}

/** Those of a shop without keys, for the demo's own orders: nothing is sent to anybody. */
export function openOwnPayments(options: Pick<PaymentsOptions, 'db' | 'log' | 'now'>): Promise<Payments> {
  return openPayments({ ...options, config: { demoGateway: true, stripe: null }, ownAddress: () => null })
}

/** Its SDK takes 20 MB of memory: only a shop with keys loads it. */
async function stripe(access: StripeAccess | null): Promise<PaymentProvider> {
  if (access === null) return absentProvider('stripe', 'STRIPE_SECRET_KEY')
  const { stripeProvider } = await import('../providers/stripe.ts')
  return stripeProvider(access)
}
