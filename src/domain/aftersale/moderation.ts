import type { Machine } from '../machine.ts'
import { leadsAway } from './leads-away.ts'

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
 * @param texts all that everybody would read of it, the shown name too
 * @param isAgain it takes the place of one that was refused or deleted, which may not be a way around the queue
 */
export function firstStatus(
  texts: readonly string[],
  moderation: Moderation,
  isAgain = false,
): Exclude<WrittenStatus, 'refused'> {
  return moderation === 'before' || isAgain || texts.some(leadsAway) ? 'pending' : 'published'
}
