import { day } from '../time.ts'

/** A parcel with units of a line in it. */
export interface ParcelOfLine {
  readonly shippedAt: Date
  readonly deliveredAt: Date | null
}

/**
 * Whether somebody has what a line of an order bought, and so can judge it: a parcel with some of it has arrived, or
 * left so long ago that it must have.
 * @param shippedDays after which a parcel counts as arrived of which nobody said so
 */
export function hasArrived(parcels: readonly ParcelOfLine[], shippedDays: number, now: Date): boolean {
  return parcels.some(({ shippedAt, deliveredAt }) =>
    deliveredAt === null
      ? shippedAt.getTime() + shippedDays * day <= now.getTime()
      : deliveredAt.getTime() <= now.getTime(),
  )
}
