import { leadOf, leadsAway } from '#domain/aftersale/leads-away.ts'
import { claimsToBeShop } from '#domain/person/shop-name.ts'

/*
 * Which comments wait for the merchant. None is refused by a machine: a person who is mistaken for one is only shown
 * later.
 */

/** Why a comment waits. */
export type HeldFor = 'name' | 'guest' | 'first' | 'link' | 'contact' | 'repeated' | 'shouting'

export interface Judged {
  content: string
  /** The name that it would stand under. */
  author: string
  /** The shop's name. */
  shop: string
  isGuest: boolean
  /** The customer has a comment that was published. */
  isKnown: boolean
  /** The same words were sent before, below any article, by anybody. */
  isRepeated: boolean
}

/** The first reason why a comment waits; null: it is shown at once. */
export function heldFor(comment: Judged): HeldFor | null {
  return reasons.find(([, holds]) => holds(comment))?.[0] ?? null
}

/** The telling ones first: the merchant reads only one. */
const reasons: readonly (readonly [HeldFor, (comment: Judged) => boolean])[] = [
  ['name', ({ author, shop }) => leadsAway(author) || claimsToBeShop(author, shop)],
  ['link', ({ content }) => leadOf(content) === 'link'],
  ['contact', ({ content }) => leadOf(content) === 'contact'],
  ['repeated', ({ isRepeated }) => isRepeated],
  ['shouting', ({ content }) => isShouting(content)],
  ['guest', ({ isGuest }) => isGuest],
  ['first', ({ isKnown }) => !isKnown],
]

function isShouting(content: string): boolean {
  const letters = content.match(/\p{L}/gu) ?? []
  const capitals = content.match(/\p{Lu}/gu) ?? []
  return /(\S)\1{11,}/u.test(content) || (letters.length >= 30 && capitals.length > letters.length * 0.7)
}
