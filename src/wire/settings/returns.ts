import { z } from 'zod'
import { amounts, percent } from '../amounts.ts'

/** What comes back, until when, and at whose cost. */
export const returns = z.strictObject({
  /** Days after the last parcel arrived; where its arrival is not known, after it left and `deliveryDays` more. */
  windowDays: z.int().min(0).max(3_650).default(30),
  deliveryDays: z.int().min(0).max(90).default(14),
  /** Days of the legal withdrawal, counted in the same way; null: no such right. */
  withdrawalDays: z.int().min(1).max(365).nullable().default(14),
  /** Days in which the parcel is to be sent once a return is approved. */
  sendWithinDays: z.int().min(1).max(90).default(14),
  /** Days before the end of that time when the shopper is reminded; 0: never. */
  remindDays: z.int().min(0).max(30).default(3),
  /** Days in which goods that arrived damaged, incomplete or wrong can be claimed. */
  claimDays: z.int().min(1).max(3_650).default(730),
  /** Slugs: goods in these categories, or with these tags, are not taken back. Claims and the law are not touched. */
  finalSale: z
    .strictObject({
      categories: z.array(z.string().min(1).max(120)).max(200).default([]),
      tags: z.array(z.string().min(1).max(120)).max(200).default([]),
    })
    .prefault({}),
  /** Percent on top for who takes store credit instead of money. */
  creditBonusPercent: percent.nullable().default(null),
  /**
   * Kept of a refund for the shop's own return label, where goods come back for a reason that is the shopper's; the
   * shopper is told that the label comes by email. Null: there is no label, and the shopper pays a carrier.
   */
  fee: amounts.nullable().default(null),
  /** Up to this refund the goods may stay with the shopper (`refund_only`) for any reason; null: for claims only. */
  refundOnlyUpTo: amounts.nullable().default(null),
  /** Where parcels are sent to; null: no return whose goods come back can be approved. */
  address: z
    .strictObject({
      consignee: z.string().trim().min(1).max(120),
      phone: z.string().trim().max(40).default(''),
      /** The detailed address, as it is written on a parcel. */
      lines: z.array(z.string().trim().min(1).max(120)).min(1).max(8),
    })
    .nullable()
    .default(null),
})
export type ReturnSettings = z.output<typeof returns>
