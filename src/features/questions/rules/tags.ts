import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'

/** What pages carry that show questions about a product. */
export function questionsTag(product: number): string {
  return `questions:${product}`
}

/** @param isGone something is not to be seen any more: no page may show it for another moment */
export async function announceQuestions(tx: Tx, product: number, isGone: boolean): Promise<void> {
  await announceChanges(tx, [questionsTag(product)], isGone)
}
