import { nearestWord } from '#domain/edit-distance.ts'
import type { ShopConfigDocument } from '#wire/shop-config.ts'

/* Settings by their paths, as an operator types them: `shop.productsPerPage`. */

type Members = Readonly<Record<string, unknown>>

/** Undefined: there is none. */
export function settingAt(document: ShopConfigDocument, path: string): unknown {
  let value: unknown = document
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Members)[part]
  }
  return value
}

/**
 * The document with another value at a path; groups that are not there yet are begun. Whether there may be such a
 * setting is not asked. Null: the path leads into a list or into one value.
 */
export function withSetting(
  document: unknown,
  [name, ...further]: readonly string[],
  value: unknown,
): unknown {
  if (name === undefined) return value
  const group = document === null || document === undefined ? {} : document
  if (!isMembers(group)) return null
  const below = Object.hasOwn(group, name) ? group[name] : undefined
  const inner = withSetting(below, further, value)
  return inner === null && further.length > 0 ? null : { ...group, [name]: inner }
}

/** With the path that was probably meant, if any is near: its last name may be all that was said. */
export function noSetting(document: ShopConfigDocument, path: string): string {
  const known = pathsIn(document)
  const lastOf = (one: string): string => one.slice(one.lastIndexOf('.') + 1)
  const name = nearestWord(lastOf(path), known.map(lastOf))
  const meant = nearestWord(path, known) ?? known.find((one) => lastOf(one) === name)
  return `there is no setting ${path}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`
}

function pathsIn(members: object): string[] {
  return Object.entries(members).flatMap(([name, value]) => [
    name,
    ...(isMembers(value) ? pathsIn(value).map((inner) => `${name}.${inner}`) : []),
  ])
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
