import { leadOf, type Lead } from '#domain/aftersale/leads-away.ts'

/*
 * Which comments wait for the merchant. None is refused by a machine: a person who is mistaken for one is only shown
 * later.
 */

/** Why a comment waits. */
export type HeldFor = 'guest' | 'first' | 'link' | 'contact' | 'repeated' | 'shouting'

export interface Judged {
  /** The name that stands above it. */
  author: string
  content: string
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
  ['link', (comment) => leadsTo('link', comment)],
  ['contact', (comment) => leadsTo('contact', comment)],
  ['repeated', ({ isRepeated }) => isRepeated],
  ['shouting', ({ content }) => isShouting(content)],
  ['guest', ({ isGuest }) => isGuest],
  ['first', ({ isKnown }) => !isKnown],
]

function leadsTo(lead: Lead, { author, content }: Judged): boolean {
  return leadOf(content) === lead || leadOf(author) === lead
}

function isShouting(content: string): boolean {
  const letters = content.match(/\p{L}/gu) ?? []
  const capitals = content.match(/\p{Lu}/gu) ?? []
  return /(\S)\1{11,}/u.test(content) || (letters.length >= 30 && capitals.length > letters.length * 0.7)
}
