/**
 * The input without characters that PostgreSQL refuses in texts: NUL, and halves of surrogate pairs. Nobody types
 * them, and a call with one of them is no failure of ours.
 */
export function storable<T>(value: T): T
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map((item: unknown) => storable(item))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, storable<unknown>(item)]))
}
