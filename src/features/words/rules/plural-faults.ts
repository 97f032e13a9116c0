import { inBraces, type Use, type Wanted } from './uses.ts'

/*
 * The plurals of a language. Which branches a message needs is found by counting: those that some small number takes. So
 * "one" and "many" of French are told apart, of which the second begins at a million.
 */

/** What is wrong with the branches of a message's plurals, seen from the English one. */
export function pluralFaults(uses: readonly Use[], wanted: Wanted, lang: string): string[] {
  return uses.flatMap((use) => {
    if (use.kind !== 'plural' && use.kind !== 'ordinal') return []
    const { numbers, categories } = pluralsOf(lang, use.kind)
    const what = `the plural of ${inBraces(use.name)}`
    const branches = use.branches.filter((branch) => !branch.startsWith('='))
    const unknown = branches.filter((branch) => !categories.includes(branch))
    // An English text that says "Only # left" of one and of many need not be longer elsewhere.
    const isCounted = wanted.get(use.name)?.some((own) => own.branches.some(isSingular)) ?? false
    const lacking = isCounted ? lackingBranches(use.branches, numbers) : []
    return [
      ...unknown.map(
        (branch) => `${what} has the branch ${branch}: ${langName(lang)} has ${categories.join(', ')}`,
      ),
      ...lacking.map(
        (branch) => `${what} lacks the branch ${branch}: ${langName(lang)} has ${categories.join(', ')}`,
      ),
    ]
  })
}

function isSingular(branch: string): boolean {
  return branch === 'one' || branch === '=1'
}

/** A branch may be missing where each of its numbers has one of its own, as `=1` has. None counts as many do. */
function lackingBranches(branches: readonly string[], numbers: Plurals['numbers']): string[] {
  return [...numbers].flatMap(([category, own]) =>
    branches.includes(category) || own.every((number) => branches.includes(`=${number}`)) ? [] : [category],
  )
}

interface Plurals {
  /** The branches that the language has. */
  categories: readonly string[]
  /** The numbers from 1 to 200 of each branch but `other`. */
  numbers: ReadonlyMap<string, readonly number[]>
}

const known = new Map<string, Plurals>()

function pluralsOf(lang: string, kind: 'plural' | 'ordinal'): Plurals {
  const key = `${lang} ${kind}`
  const found = known.get(key)
  if (found !== undefined) return found
  const rules = new Intl.PluralRules(lang, { type: kind === 'plural' ? 'cardinal' : 'ordinal' })
  const plurals = { categories: rules.resolvedOptions().pluralCategories, numbers: countedWith(rules) }
  known.set(key, plurals)
  return plurals
}

function countedWith(rules: Intl.PluralRules): Plurals['numbers'] {
  const numbers = Array.from({ length: 200 }, (_, index) => index + 1)
  const all = Map.groupBy(numbers, (number) => rules.select(number) as string)
  all.delete('other')
  return all
}

/** "German" for de. */
export function langName(lang: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(lang) ?? lang
}
