import { fixedPaths, userPaths } from '#wire/paths.ts'

/*
 * Every screen of signing in and of the account area, from the tables of paths: a new one is among them without being
 * named here. One that needs more than its path fails, or does not compile, until it says what.
 */

type UserName = keyof typeof userPaths
type EntryName = {
  [Name in UserName]: (typeof userPaths)[Name] extends `${string}:slug` ? Name : never
}[UserName]
type AuthName = Extract<keyof typeof fixedPaths, `auth-${string}`>

/** What a screen shows at more than its plain path. */
const queries: Readonly<Partial<Record<UserName | 'favorite', readonly string[]>>> = {
  'user-address': ['?edit=new'],
  'user-coupon': ['?state=used'],
  'user-order': ['?payStatus=unpaid'],
  'user-return': ['?status=ended'],
  favorite: ['?type=article'],
}

/** What the links of mails bring along. */
const tokens: Readonly<Partial<Record<AuthName, string>>> = {
  'auth-reset-password': '?token=none',
  'auth-verify-email': '?token=none',
  'auth-disown': '?token=none',
}

/** Of somebody who has asked for a code, and has come from a provider that names no address. */
const halfwayNames: readonly AuthName[] = ['auth-verify-prompt', 'auth-oauth']
/** Shows what a ticket is for. */
const ticketNames: readonly AuthName[] = ['auth-qr']
/** Of a session that is no fresh proof; others are sent on. */
const unprovenNames: readonly UserName[] = ['user-confirm']

function isEntry(name: UserName): name is EntryName {
  return userPaths[name].endsWith(':slug')
}

const userNames = Object.keys(userPaths) as UserName[]
const authNames = (Object.keys(fixedPaths) as (keyof typeof fixedPaths)[]).filter((name): name is AuthName =>
  name.startsWith('auth-'),
)

function plainAnd(path: string, more: readonly string[] = []): string[] {
  return ['', ...more].map((query) => `${path}${query}`)
}

/** @param entries the slug of one entry for each screen that shows one */
export function screensOfCustomers(entries: Readonly<Record<EntryName, string>>): string[] {
  const own = userNames.filter((name) => !unprovenNames.includes(name))
  const ofArea = own.flatMap((name) => {
    const path = `/user/${userPaths[name]}`
    return isEntry(name) ? [path.replace(':slug', entries[name])] : plainAnd(path, queries[name])
  })
  return [...ofArea, ...plainAnd('/user/favorite', queries.favorite)]
}

export const screensOfUnproven: readonly string[] = unprovenNames.map((name) => `/user/${userPaths[name]}`)

export const screensHalfway: readonly string[] = halfwayNames.map((name) => fixedPaths[name])

export const screensOfGuests: readonly string[] = [
  ...authNames
    .filter((name) => !halfwayNames.includes(name) && !ticketNames.includes(name))
    .map((name) => `${fixedPaths[name]}${tokens[name] ?? ''}`),
  '/user/favorite',
]
