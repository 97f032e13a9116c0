import { LRUCache } from 'lru-cache'
import type { Scope, TermCount } from './narrowing.ts'
import type { OptionJson } from '../queries/cards.ts'

/*
 * What the values and tags of a listing are called: remembered, for reading it anew took PostgreSQL as long as the cards.
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
const mostRemembered = 10_000

/** Nothing is remembered yet. Whoever keeps it forgets all of it when a product or a tag changes. */
export function createTermNames(): TermNames {
  return { values: new LRUCache({ max: mostRemembered }), tags: new LRUCache({ max: mostRemembered }) }
}

/** A value as it is called within a scope: what is a size of shoes may be called otherwise among shirts. */
export function valueKey(scope: Scope, { term }: TermCount & { term: { kind: 'option' } }): string {
  return JSON.stringify([scope.kind, 'id' in scope ? scope.id : null, term.option, term.value])
}

/** What a product that has the value calls it. */
export function valueNames(
  options: readonly OptionJson[],
  { option: code, value: valueCode }: { option: string; value: string },
): ValueNames {
  const option = options.find((each) => each.code === code)
  const value = option?.values.find((each) => each.code === valueCode)
  return { option: option?.name ?? null, value: value?.name ?? null, swatch: value?.swatch ?? null }
}
