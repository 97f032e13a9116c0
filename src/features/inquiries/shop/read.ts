import type { Db } from '#platform/server/db/db.ts'
import { inquiryByNumber, inquiryRows, type InquiryRow } from '../queries.ts'

export type { InquiryRow } from '../queries.ts'

/** Calls `each` with every inquiry, or with those of one form, oldest first. */
export async function listInquiries(
  db: Db,
  form: string | null,
  each: (inquiry: InquiryRow) => void | Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    const found = await inquiryRows(db, form, after, 200)
    for (const inquiry of found) await each(inquiry)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

export function findInquiry(db: Db, number: string): Promise<InquiryRow | null> {
  return inquiryByNumber(db, number.trim().toUpperCase())
}
