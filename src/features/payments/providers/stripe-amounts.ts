import { exponent, type Currency } from '#domain/currency.ts'

/*
 * Stripe's minor units where they differ from ISO 4217: https://docs.stripe.com/currencies
 */

/** Counted without digits after the point by Stripe, with two by ISO. */
const whole = new Set<Currency>(['MGA'])
/** Counted with two digits by Stripe, of which the last two must be 0; without any by ISO. */
const hundredths = new Set<Currency>(['ISK', 'UGX'])

/** Throws for amounts that Stripe cannot take: a third digit that is not 0, or a part of a whole unit. */
export function toStripe(amount: number, currency: Currency): number {
  if (hundredths.has(currency)) return amount * 100
  if (whole.has(currency)) {
    if (amount % 100 !== 0) throw new RangeError(`Stripe takes whole units of ${currency} only`)
    return amount / 100
  }
  if (exponent(currency) === 3 && amount % 10 !== 0)
    throw new RangeError(`Stripe takes hundredths of ${currency} at the least`)
  return amount
}

export function fromStripe(amount: number, currency: Currency): number {
  if (hundredths.has(currency)) return amount / 100
  return whole.has(currency) ? amount * 100 : amount
}
