import { mediaUrl } from '#features/media/contract.ts'
import type { Output } from '#wire/endpoint.ts'
import type { signIn } from '../contract/auth.ts'
import type { CustomerRow } from '../queries/customers.ts'

/** Pixels. */
const avatarWidth = 320

/** What a customer sees of itself. */
export function presentUser(row: CustomerRow): Output<typeof signIn>['user'] {
  const { number, firstName, lastName, nickname, bio, birthday, email, mobile, hasPassword, picture } = row
  const avatar = picture === null ? null : mediaUrl(picture, avatarWidth, 'webp')
  return { number, firstName, lastName, nickname, bio, birthday, email, mobile, hasPassword, avatar }
}
