import type { Machine } from '../machine.ts'

/*
 * What shoppers write for everybody to read: reviews, questions and their answers.
 */

export type WrittenStatus = 'pending' | 'published' | 'refused'
export type WrittenEvent = 'publish' | 'refuse' | 'edit'

/** An edited text waits again: what was approved is not what it says now. */
export const writtenMachine: Machine<WrittenStatus, WrittenEvent> = {
  pending: { publish: 'published', refuse: 'refused', edit: 'pending' },
  published: { refuse: 'refused', edit: 'pending' },
  refused: { publish: 'published', edit: 'pending' },
}

/** Why something may be refused. A low score or an opinion is none of them. */
export const refusalReasons = ['spam', 'insult', 'personal', 'unrelated', 'unlawful'] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** When a text is shown: after somebody has read it, or at once. */
export type Moderation = 'before' | 'after'

/**
 * The state of a new text. One with a link waits in every shop: that is what spam is written for.
 * @param isAgain it takes the place of one that was refused or deleted, which may not be a way around the queue
 */
export function firstStatus(
  texts: readonly string[],
  moderation: Moderation,
  isAgain = false,
): Exclude<WrittenStatus, 'refused'> {
  return moderation === 'before' || isAgain || texts.some(leadsAway) ? 'pending' : 'published'
}

/**
 * Whether a text has an address in it to go to or to write to: a link, a domain, an email, a long number, a name in a
 * messenger. It only decides that a person reads it first; prices, sizes and dates are none of these.
 */
export function leadsAway(text: string): boolean {
  // Full-width letters and invisible ones are how it is hidden.
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
  return ways.some((way) => way.test(plain))
}

const ways: readonly RegExp[] = [
  /h(?:tt|xx)ps?\s?:/,
  /\bwww\s?[.。]/,
  /\[(?:url|link)\b/,
  /<a\s/,
  // A name before the sign, and something behind it.
  /[\w.+-]\s?@\s?[a-z\d]/,
  /[a-z\d-](?:[.。]|\(dot\)|\[dot\])(?:com|net|org|info|biz|shop|store|online|site|top|xyz|club|vip|ru|cn|hk|tk|me|io|co|ly|link|live)(?![a-z\d])/,
  /[a-z\d-]\s(?:[.。]|dot)\s(?:com|net|org|shop|cn|hk)(?![a-z\d])/,
  // Nine digits or more, however they are parted: 138 0013 8000.
  /\d(?:[\s().-]{0,2}\d){8}/,
  /(?:微信|威信|薇信|wechat|whatsapp|telegram|扣扣|\bqq|\bvx|v信)\s?(?:号|號|id)?\s?[:：+]?\s?[a-z\d_-]{4}/,
]
