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

/** "Ada L.": who they are to others, until they say otherwise. Names of Chinese signs keep the family name. */
export function publicName(firstName: string, lastName: string): string {
  const first = firstName.trim()
  const last = lastName.trim()
  if (/^\p{Script=Han}+$/u.test(first + last)) {
    const name = last + first
    return name === '' ? '' : `${name.slice(0, 1)}${'*'.repeat(Math.min(2, Math.max(1, name.length - 1)))}`
  }
  const initial = Array.from(last)[0]
  if (first === '') return last
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`
}
