import type { Ctx } from '../context.ts'

const read = new WeakMap<Ctx, Map<string, Promise<unknown>>>()

/**
 * What several parts of one page show is read once for each request. The key names the reader, and with it the type of
 * its data.
 */
export function oncePerRequest<T>(ctx: Ctx, key: string, reader: () => Promise<T>): Promise<T> {
  const kept = read.get(ctx) ?? new Map<string, Promise<unknown>>()
  read.set(ctx, kept)
  const known = kept.get(key)
  if (known !== undefined) return known as Promise<T>
  const value = reader()
  kept.set(key, value)
  return value
}
