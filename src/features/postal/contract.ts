import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { lineField, textField } from '#wire/written.ts'

/* Who something is sent to, and where. */

/** As typed: faults are reported in `missing`, and the value is stored all the same. */
export const contact = z.strictObject({
  email: lineField(254).default(''),
  /** The shopper wants the newsletter. */
  marketing: z.boolean().default(false),
})
export type Contact = z.output<typeof contact>

const countryOrNone = z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]).default('')

export const address = z.strictObject({
  firstName: lineField(120).default(''),
  lastName: lineField(120).default(''),
  company: lineField(120).default(''),
  /** ISO 3166-1, two letters; empty: not chosen. */
  country: countryOrNone,
  /** The region's code where the country has a list, else its name. */
  region: lineField(120).default(''),
  city: lineField(120).default(''),
  district: lineField(120).default(''),
  line1: lineField(200).default(''),
  line2: lineField(200).default(''),
  postcode: lineField(20).default(''),
  /** Of the telephone number: `+852`; empty: not chosen. */
  countryCode: z.union([z.literal(''), z.string().regex(/^\+[1-9]\d{0,2}$/)]).default(''),
  /** As it is dialled within the country. */
  phone: lineField(40).default(''),
})
export type Address = z.output<typeof address>

const addressPart = z.enum([
  'firstName',
  'lastName',
  'company',
  'region',
  'city',
  'district',
  'line1',
  'line2',
  'postcode',
])

/** The fields of an address form in one country, in the order of that country. */
export const addressShape = z.object({
  country: z.string(),
  fields: z.array(
    z.object({
      name: addressPart,
      label: z.string(),
      required: z.boolean(),
    }),
  ),
  /**
   * The regions of the country, or the places in `parent`; empty where they are written in words. Those of a region
   * are suggestions: there are more.
   */
  regions: z.array(z.object({ code: z.string(), name: z.string() })),
  /** The dial code of the country: `+852`; null if it has none. */
  dialCode: z.string().nullable(),
})
export type AddressShape = z.output<typeof addressShape>

/** A dial code, and the countries that have it. */
export interface DialChoice {
  /** `+852` */
  readonly code: string
  /** "Hong Kong", in the visitor's language. */
  readonly name: string
}

export const addressRegions = endpoint({
  path: '/address/regions',
  summary: 'The fields and the regions of addresses in a country',
  input: z.strictObject({
    country: z.string().regex(/^[A-Z]{2}$/),
    /** The code of a region: its places are listed. Empty: the regions of the country. */
    parent: lineField(120).default(''),
  }),
  output: addressShape,
})

/** Splits an address that was pasted in one piece; unrecognised parts stay empty. */
export const splitAddress = endpoint({
  path: '/address/split',
  summary: 'Finds the parts of an address in a text',
  input: z.strictObject({
    text: textField(1000).min(1),
    /** The country to assume if the text names none. */
    country: countryOrNone,
  }),
  output: z.object({
    /** Null: there is no address in it. */
    found: z
      .object({
        /** `` if the text has none. */
        country: z.string(),
        parts: z.partialRecord(addressPart, z.string()),
        /** `+852`; `` if neither the number nor the country says it. */
        countryCode: z.string(),
        phone: z.string(),
        email: z.string(),
      })
      .nullable(),
  }),
})
export type FoundAddress = NonNullable<z.output<typeof splitAddress.output>['found']>
