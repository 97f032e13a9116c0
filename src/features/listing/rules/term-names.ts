import { LRUCache } from 'lru-cache'
import type { Scope, TermCount } from './narrowing.ts'
import type { OptionJson } from '../queries/cards.ts'

/*
 * A cache of the names of option values and tags: reading them took PostgreSQL as long as the cards of a listing.
 */

/** By language. `swatch` is a colour of CSS. */
export interface ValueNames {
  option: Record<string, string> | null
  value: Record<string, string> | null
  swatch: string | null
}

export interface TagNames {
  slug: string
  names: Record<string, string> | null
}

export interface TermNames {
  values: LRUCache<string, ValueNames>
  tags: LRUCache<number, TagNames>
}

// Some hundred bytes each.
const maxCached = 10_000

/** An empty cache. Its owner drops it when a product or a tag changes. */
export function createTermNames(): TermNames {
  return { values: new LRUCache({ max: maxCached }), tags: new LRUCache({ max: maxCached }) }
}

/** The cache key of a value. By scope, since one code can have different names among shoes and among shirts. */
export function valueKey(scope: Scope, { term }: TermCount & { term: { kind: 'option' } }): string {
  return JSON.stringify([scope.kind, 'id' in scope ? scope.id : null, term.option, term.value])
}

/** The names of a value, from the options of a product that has it. */
export function valueNames(
  options: readonly OptionJson[],
  { option: code, value: valueCode }: { option: string; value: string },
): ValueNames {
  const option = options.find((each) => each.code === code)
  const value = option?.values.find((each) => each.code === valueCode)
  return { option: option?.name ?? null, value: value?.name ?? null, swatch: value?.swatch ?? null }
}
