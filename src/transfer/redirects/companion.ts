import type { ShopPages } from '#features/redirects/shop.ts'
import type { CompanionWork } from '../catalog/import.ts'
import type { Counts } from '../catalog/tally.ts'
import { refused } from '../formats/reading.ts'
import { storeFrom } from './import.ts'

/** Imports the lists of redirects among the files of an import, such as the one of an export, and counts the results. */
export async function importRedirectLists(work: CompanionWork, pages: ShopPages, now: Date): Promise<Counts> {
  const counts: Counts = { added: 0, changed: 0, same: 0, refused: 0 }
  for (const source of work.sources) {
    const stored = await work.transact((tx) => storeFrom(tx, source.open(), { pages, force: false, now }))
    for (const kind of ['added', 'changed', 'same'] as const) counts[kind] += stored[kind]
    counts.refused += stored.refused.length
    for (const { line, from, reason } of stored.refused)
      work.refuse(source.name, refused(null, from === '' ? null : from, line, reason))
    for (const path of stored.nowhere) work.note(`redirects lead to ${path}, where no page answers`)
  }
  return counts
}
