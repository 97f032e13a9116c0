import type { Output } from '#wire/endpoint.ts'
import type { signIn } from './contract/auth.ts'
import type { CustomerRow } from './queries/customers.ts'

/** What a customer sees of itself. */
export function presentUser(row: CustomerRow): Output<typeof signIn>['user'] {
  const { number, firstName, lastName, nickname, bio, birthday, email, mobile, hasPassword } = row
  return { number, firstName, lastName, nickname, bio, birthday, email, mobile, hasPassword }
}
