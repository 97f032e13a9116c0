import { z } from 'zod'
import { amounts, currency, percent } from '../amounts.ts'
import { returns } from './returns.ts'

/* `sales` of the configuration: where the shop sells, and how goods are sent, paid and taken back. */

/** A text by language: {"en": "Free delivery", "zh": "免运费"}. */
export const localized = z.record(z.string(), z.string().max(500))

/** ISO 3166-1 alpha-2. */
export const country = z.string().regex(/^[A-Z]{2}$/, 'a country of ISO 3166-1, two letters')

/** Working days, both ends included. */
export const days = z
  .strictObject({ from: z.int().min(0).max(365), to: z.int().min(0).max(365) })
  .refine(({ from, to }) => from <= to, 'from is after to')

const code = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'small letters, digits, - and _')
const rates = z.record(code, percent)

/** Destinations and their taxes. A country in no market is not sold to, unless there is no market. */
const market = z.strictObject({
  /** `*` for all countries that no other market names. */
  countries: z
    .array(z.union([country, z.literal('*')]))
    .min(1)
    .max(250),
  tax: z
    .strictObject({
      mode: z.enum(['included', 'added']),
      /** Tax class → percent: {"standard": "19", "reduced": "7"}. */
      rates: rates.default({}),
      /** Region (its code in the country's own list) → rates that hold there instead: {"CA": {"standard": "7.25"}}. */
      regions: z.record(z.string().max(40), rates).default({}),
      /** The tax class of shipping; null for none. */
      shipping: code.nullable().default('standard'),
    })
    .nullable()
    .default(null),
})
export type Market = z.output<typeof market>

const shippingMethod = z.strictObject({
  code,
  name: localized,
  /** A note to be read before choosing it. */
  note: localized.default({}),
  /** Empty for everywhere that is sold to. */
  countries: z.array(country).max(250).default([]),
  /** Postcodes begin with one of these; empty for all: ["999077", "BT"]. */
  postcodes: z.array(z.string().trim().min(1).max(10)).max(200).default([]),
  /** The first row that fits is the price; no row: it is not offered. */
  rows: z
    .array(
      z.strictObject({
        /** Grams, up to and including. */
        maxWeight: z.int().min(0).nullable().default(null),
        minAmount: amounts.nullable().default(null),
        price: amounts,
      }),
    )
    .min(1)
    .max(50),
  freeFrom: amounts.nullable().default(null),
  /** On the way, in working days, after handling. */
  days,
})
export type ShippingMethod = z.output<typeof shippingMethod>

const paymentProviders = ['manual', 'cod', 'stripe', 'demo'] as const

const paymentMethod = z.strictObject({
  code,
  provider: z.enum(paymentProviders),
  name: localized,
  note: localized.default({}),
  /** Instructions on the order's page and mail until it is paid: the account to transfer to. */
  instructions: localized.default({}),
  countries: z.array(country).max(250).default([]),
  currencies: z.array(currency).max(30).default([]),
  minimum: amounts.nullable().default(null),
  maximum: amounts.nullable().default(null),
  /** The fee. */
  fee: amounts.nullable().default(null),
  /** Hours that the order waits to be paid before it is cancelled; null: the shop's `holdMinutes`, for `cod` 14 days. */
  holdHours: z.int().min(1).max(2160).nullable().default(null),
})
export type PaymentMethod = z.output<typeof paymentMethod>

/** How it is bought. */
export const sales = z.strictObject({
  markets: z.array(market).max(250).default([]),
  shipping: z.array(shippingMethod).max(60).default([]),
  payment: z.array(paymentMethod).max(20).default([]),
  /** Goods after discounts, from this amount on; null for any. */
  minimumOrder: amounts.nullable().default(null),
  /** Where parcels are sent from, as on labels; null: the shop's name alone. */
  sender: z
    .strictObject({
      consignee: z.string().trim().min(1).max(120),
      phone: z.string().trim().max(40).default(''),
      lines: z.array(z.string().trim().min(1).max(120)).min(1).max(8),
    })
    .nullable()
    .default(null),
  /** Minutes for which the units of an unpaid order are held. */
  holdMinutes: z.int().min(5).max(1440).default(30),
  /** The slug of the page of terms to accept; null: no terms. */
  terms: z.string().min(1).max(120).nullable().default(null),
  /** Who sells, as receipts have to say it; null: the shop's name alone. */
  invoice: z
    .strictObject({
      name: z.string().trim().min(1).max(120),
      /** The postal address, as it is written there. */
      lines: z.array(z.string().trim().min(1).max(120)).max(6).default([]),
      taxNumber: z.string().trim().max(60).default(''),
    })
    .nullable()
    .default(null),
  /** Paid orders are cancelled on request, without the shop's consent. */
  cancelsByItself: z.boolean().default(false),
  /** Share of the goods' price of a completed order that is given as store credit. */
  creditPercent: percent.nullable().default(null),
  /** What one network may do before it pays (docs/orders.md, "Limits"); null: without limits. */
  perNetwork: z
    .strictObject({
      ordersIn10Minutes: z.int().min(1).max(100_000).default(10),
      ordersPerDay: z.int().min(1).max(100_000).default(40),
      /** Checkouts begun in ten minutes. */
      checkoutsIn10Minutes: z.int().min(1).max(100_000).default(120),
      /** Carts of new visitors. */
      cartsPerHour: z.int().min(1).max(100_000).default(240),
      /** Units of one SKU that wait unpaid: so many, or so many percent of what is on hand where that is more. */
      units: z.int().min(1).max(100_000).default(10),
      percent: z.int().min(0).max(100).default(25),
    })
    .nullable()
    .prefault({}),
  returns: returns.prefault({}),
  /** Days after the last parcel arrived, and after it left, when an order counts as completed. */
  completeAfter: z
    .strictObject({ delivered: z.int().min(1).max(365), shipped: z.int().min(1).max(365) })
    .prefault({ delivered: 15, shipped: 30 }),
})
export type SalesSettings = z.output<typeof sales>
