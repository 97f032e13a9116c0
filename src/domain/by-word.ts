/*
 * Looking something up by a word that comes from outside: a plain object also answers to the names that every object
 * inherits, so that `{}['constructor']` is a function. These do not.
 */

/**
 * A table of these entries and no others, whatever word it is asked for. `npm run check` wants it wherever an object
 * may be asked for any word.
 */
export function byWord<T>(entries?: Readonly<Record<string, T>>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, entries)
}

/** What an object that came from outside has under a name itself, and not by inheritance. */
export function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
