import { byWord, own } from '#domain/by-word.ts'

/*
 * A file's entry and the shop's, made one: JSON Merge Patch (RFC 7396). A member that the file does not name stays, null
 * removes it, objects are merged member by member. Lists are taken as they are in the file, but for those whose elements
 * have a name of their own.
 */

/** A list whose elements are known by a member. */
export interface KeyedList {
  key: string
  /** The member without which there is no element: null there removes the element. Absent: only named elements stay. */
  needs?: string
  parts?: Parts
}

/** The members that are not merged like others, by name. `whole`: the file's value is taken as it is. */
export type Parts = Readonly<Record<string, KeyedList | 'whole'>>

export type Given = Readonly<Record<string, unknown>>

/** Neither argument is trusted to have any shape: the schema is asked afterwards. */
export function merged(base: unknown, given: unknown, parts: Parts = {}): unknown {
  if (Array.isArray(given)) return given.map((element) => merged(undefined, element))
  if (!isGiven(given)) return given
  const result = new Map(Object.entries(isGiven(base) ? base : {}))
  for (const [name, value] of Object.entries(given)) {
    const part = own(parts, name)
    const before = result.get(name)
    if (value === null) result.delete(name)
    else if (value === undefined) continue
    else if (part === 'whole') result.set(name, merged(undefined, value))
    else if (part !== undefined && Array.isArray(value))
      result.set(name, mergedList(Array.isArray(before) ? before : [], value, part))
    else result.set(name, merged(before, value))
  }
  return byWord(Object.fromEntries(result))
}

export function isGiven(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Without members that are null: what the entry says by itself. */
export function withoutNulls(given: unknown): unknown {
  return merged(undefined, given)
}

/** Without members that are undefined: what a cell or a member that is empty says, which is nothing. */
export function withoutUndefined(members: Given): Given {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** Whether a member anywhere in it is null, which asks for something to be removed. */
export function removesSomething(given: unknown): boolean {
  return (
    given === null || (typeof given === 'object' && Object.values(given as object).some(removesSomething))
  )
}

function mergedList(
  base: readonly unknown[],
  given: readonly unknown[],
  { key, needs, parts }: KeyedList,
): unknown[] {
  const names = given.map((element) => nameOf(element, key))
  const known = byName(base, key)
  const next = given.map((element, index) => {
    const isRemoved = needs !== undefined && isGiven(element) && own(element, needs) === null
    return isRemoved ? [] : [merged(known.get(names[index]), element, parts)]
  })
  // Twice the same name is a fault of the file, which its check tells.
  if (needs === undefined || new Set(names).size < names.length) return next.flat()
  const named = new Map(names.map((name, index) => [name, next[index]!]))
  // A file that names all of them says their order, too.
  if (base.every((element) => named.has(nameOf(element, key)))) return next.flat()
  const inPlace = base.flatMap((element) => named.get(nameOf(element, key)) ?? [element])
  return [...inPlace, ...next.flatMap((element, index) => (known.has(names[index]) ? [] : element))]
}

/** The elements that have a name, and no other element has it. */
function byName(elements: readonly unknown[], key: string): Map<unknown, unknown> {
  const groups = Map.groupBy(elements, (element) => nameOf(element, key))
  return new Map(
    [...groups].flatMap(([name, found]) =>
      name === undefined || found.length > 1 ? [] : [[name, found[0]] as const],
    ),
  )
}

export function nameOf(element: unknown, key: string): string | undefined {
  const name = isGiven(element) ? own(element, key) : undefined
  return typeof name === 'string' ? name : undefined
}
