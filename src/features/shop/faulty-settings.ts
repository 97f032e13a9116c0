import { z } from 'zod'
import { byWord } from '#domain/by-word.ts'

/* What of a document that its schema refuses can still be checked, and what it may have. */

type Members = Readonly<Record<string, unknown>>

/** The document without its faulty settings, and the names of those: `theme.fontFamily`, or a whole section. */
export function withoutFaulty(
  input: unknown,
  issues: readonly z.core.$ZodIssue[],
): { dropped: readonly string[]; rest: unknown } {
  if (!isMembers(input)) return { dropped: [], rest: {} }
  const dropped = issues.flatMap((issue) => {
    const [section, key] = issue.path.map(String)
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : []
    if (section === undefined) return unknown
    return key === undefined && unknown.length > 0
      ? unknown.map((name) => `${section}.${name}`)
      : [key === undefined ? section : `${section}.${key}`]
  })
  const isDropped = new Set(dropped)
  const rest = Object.entries(input).flatMap(([section, settings]) => {
    if (isDropped.has(section)) return []
    if (!isMembers(settings)) return [[section, settings] as const]
    const own = Object.entries(settings).filter(([key]) => !isDropped.has(`${section}.${key}`))
    return [[section, byWord(Object.fromEntries(own))] as const]
  })
  return { dropped, rest: byWord(Object.fromEntries(rest)) }
}

/**
 * Whether a fault that was found without the dropped settings would be there with them, too: it names none of them, and
 * is in no section whose settings depend on a dropped one. Those of a theme do not depend on each other.
 */
export function isSaidAnyway(
  { path, reason }: { path: string; reason: string },
  dropped: readonly string[],
): boolean {
  const sections = new Set(dropped.map((name) => name.split('.')[0]!))
  const [section = ''] = path.split('.')
  if (section !== 'theme') return !sections.has(section) && !(section === 'sales' && sections.has('shop'))
  const words = `${path} ${reason}`
  return dropped.every((name) => !name.startsWith('theme') || !words.includes(name.slice('theme.'.length)))
}

/** The members that the schema knows at a path. */
export function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const here = unwrapped(schema)
  const [step, ...further] = path
  if (step === undefined) {
    if (here instanceof z.ZodUnion) return here.options.flatMap((one) => knownKeys(one as z.ZodType, []))
    return here instanceof z.ZodObject ? Object.keys(here.shape) : []
  }
  const next = memberOf(here, step)
  return next === undefined ? [] : knownKeys(next, further)
}

function memberOf(schema: z.ZodType, step: PropertyKey): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as Record<PropertyKey, z.ZodType>)[step]
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType
  if (schema instanceof z.ZodUnion)
    return (schema.options as z.ZodType[])
      .map((one) => memberOf(unwrapped(one), step))
      .find((one) => one !== undefined)
  return undefined
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  return isWrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
