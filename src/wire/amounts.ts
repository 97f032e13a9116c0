import { z } from 'zod'

/* Numbers as a merchant writes them in the configuration. */

export const currency = z.string().regex(/^[A-Z]{3}$/, 'an ISO 4217 code')
export const percent = z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, 'percent, as "19" or "7.25"')
/** Minor units by currency; missing ones are converted from the base currency. */
export const amounts = z.record(currency, z.int().min(0))
