import type { CategoryEntry, CollectionEntry, ProductEntry, TagEntry } from '#wire/catalog-format.ts'
import type { Currency } from '#domain/currency.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Result } from '#domain/result.ts'
import type { Loss } from '../merge/losses.ts'
import type { Given } from '../merge/merge.ts'

/*
 * The output of every reader: entries of our own format with their lines, or refusals.
 */

export type Kind = 'category' | 'tag' | 'product' | 'collection'

export interface Entries {
  category: CategoryEntry
  tag: TagEntry
  product: ProductEntry
  collection: CollectionEntry
}

export interface Reason {
  line: number
  reason: string
}

export type Reading = { [K in Kind]: EntryReading<K> }[Kind] | Refusal | Note

export interface EntryReading<K extends Kind> {
  what: 'entry'
  kind: K
  line: number
  /** As `products[17]`, where its line tells nothing: in a file that is one line. */
  place?: string
  slug: string
  /** What the file says; null removes what the shop has. */
  given: Given
  /** The entry where the shop has none of this slug; the reasons if it is none by itself. */
  alone: Result<Entries[K], readonly Reason[]>
  /** The nulls were written by the merchant, and are not empty cells of a format. */
  removes: boolean
  /** The language of all texts, in a format that has one language in a file. */
  locale: Locale | null
  /** Categories and tags that a foreign format only names; created if they are missing, otherwise left alone. */
  implied?: Implied
}

export interface Implied {
  /** Parents first. */
  categories: CategoryEntry[]
  tags: TagEntry[]
}

/** An entry that does not go in; `kind` is null for a fault of the file itself. */
export interface Refusal {
  what: 'refused'
  kind: Kind | null
  name: string | null
  /** As that of an entry. */
  place?: string
  reasons: readonly Reason[]
  /** It has no fault, and would take this from the shop's entry, to which nobody has agreed. */
  wouldLose?: readonly Loss[]
}

/** Something harmless that the operator should know; equal notes are counted. */
export interface Note {
  what: 'note'
  note: string
  /** How often; once if absent. */
  count?: number
}

export interface ReadOptions {
  /** Currency of formats that name none. */
  currency: Currency
  /** Language of formats that name none. */
  locale: Locale
}

/** Bytes of one row or element: many times the size of a real product. */
export const entryLimit = 1024 * 1024

export function refused(kind: Kind | null, name: string | null, line: number, reason: string): Refusal {
  return { what: 'refused', kind, name, reasons: [{ line, reason }] }
}
