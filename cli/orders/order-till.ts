import type { Locale } from '#i18n/locales.ts'
import type { EditWork } from '#features/orders/shop/plan-edit.ts'
import { callOffPayment } from '#features/orders/rules/replace-payment.ts'
import type { OrderRow } from '#features/orders/shop/read.ts'
import { openPayments } from '#features/payments/rules/providers.ts'
import type { Providers } from '#platform/server/pay.ts'
import pino from 'pino'
import { openWords } from '../entries/words.ts'
import { Failure } from '../terminal.ts'
import type { OrderShop } from './order-shop.ts'

/** What pricing needs beside the shop: words, and who takes the money. */
export type Till = EditWork & OrderShop & { pay: Providers }

/** Opens prices and payment providers, in an order's language and currency, for as long as the work takes. */
export async function withTill<T>(
  shop: OrderShop,
  { locale, currency }: { locale: string; currency: string },
  work: (till: Till) => Promise<T>,
): Promise<T> {
  const { config, db } = shop
  const log = pino({ level: 'warn' }, pino.destination(2))
  const payments = await openPayments({ config, db, log, now: () => new Date(), ownAddress: () => null })
  try {
    const words = (await openWords(shop, shop.shop))(locale)
    return await work({
      ...shop,
      pay: payments.providers,
      locale: locale as Locale,
      currency,
      t: words.t,
      kept: (_key, _tags, read) => read(),
    })
  } finally {
    await payments.stop()
  }
}

/** Calls off what could be paid meanwhile: before the amount that an order waits for is replaced. */
export async function callOff(till: Till, { id, number }: OrderRow): Promise<void> {
  if (!(await callOffPayment(till, id)))
    throw new Failure(
      `the payment of ${number} could not be called off at its provider, where it could be paid meanwhile; try again when the provider answers`,
    )
}
