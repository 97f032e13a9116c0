import { leadsAway } from '#domain/aftersale/moderation.ts'
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
  ['link', ({ content }) => hasLink(content)],
  ['contact', ({ content }) => hasContact(content)],
  ['repeated', ({ isRepeated }) => isRepeated],
  ['shouting', ({ content }) => isShouting(content)],
  ['guest', ({ isGuest }) => isGuest],
  ['first', ({ isKnown }) => !isKnown],
]

/** Endings of addresses that those who sell links use; others are found by what stands around them. */
const endings = new Set(
  `com net org info biz shop store site online club vip top xyz icu link live click app dev io ai me cc tv co cn hk tw jp
  kr ru su ua in uk us eu de fr it es pl nl br tk ml ga cf gq`.split(/\s+/),
)

function hasLink(content: string): boolean {
  const text = plain(content)
  return (
    /:\/\/|www\s?\.|\bhttps?\b|\[\/?(?:url|link|img)|<\s?a\s|\]\(/i.test(text) ||
    /\(\s?dot\s?\)|\[\s?dot\s?\]|\sdot\s(?:com|net|org)\b|\w\s\.\s?com\b/i.test(text) ||
    /\w\.[a-z]{2,}\/\S/i.test(text) ||
    text
      .matchAll(/[\p{L}\p{N}-]\.([a-z]{2,6})(?![\p{L}\p{N}])/giu)
      .some(([, ending = '']) => isEnding(ending))
  )
}

/** "The chair.It" is a missing space, "chair.it" is an address. */
function isEnding(text: string): boolean {
  const lower = text.toLowerCase()
  return endings.has(lower) && (text === lower || text === text.toUpperCase())
}

/** An e-mail address, a number to call, or a name to find somebody by elsewhere. */
function hasContact(content: string): boolean {
  const text = plain(content)
  return (
    /\S@\S|@[\w.]{4,}/.test(text) ||
    /(?:\d[\s().-]{0,2}){8,}/.test(text.replace(/\d{4}([-./])\d{1,2}\1\d{1,2}/g, '')) ||
    /(?:微信|威信|薇信|加v|vx|扣扣|\bqq\b|whats\s?app|telegram|\bt\.me\b|\bline\s?id\b)/i.test(text)
  )
}

function isShouting(content: string): boolean {
  const letters = content.match(/\p{L}/gu) ?? []
  const capitals = content.match(/\p{Lu}/gu) ?? []
  return /(\S)\1{11,}/u.test(content) || (letters.length >= 30 && capitals.length > letters.length * 0.7)
}

/** Without what hides a link from machines and shows it to people: other widths, and characters without any. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\u034f\u115f\u1160\u3164]/gu, '')
    .replaceAll('。', '.')
}
