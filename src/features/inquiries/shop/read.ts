import type { Db } from '#platform/server/db/db.ts'
import { formNames, inquiryByNumber, inquiryRows, type InquiryFilter, type InquiryRow } from '../queries.ts'
import { feedbackSlug } from '../rules/forms.ts'

export type { InquiryRow } from '../queries.ts'

/** Calls `each` with every inquiry that the filter names, oldest first. */
export async function listInquiries(
  db: Db,
  filter: InquiryFilter,
  each: (inquiry: InquiryRow) => void | Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    const found = await inquiryRows(db, filter, after, 200)
    for (const inquiry of found) await each(inquiry)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** The names of the forms that can have been written to. */
export async function inquiryForms(db: Db): Promise<string[]> {
  return [...new Set([...(await formNames(db)), feedbackSlug])].sort()
}

export function findInquiry(db: Db, number: string): Promise<InquiryRow | null> {
  return inquiryByNumber(db, tidyInquiryNumber(number))
}

/** In any way of typing it. */
export function tidyInquiryNumber(number: string): string {
  return number.trim().toUpperCase()
}
