import type { z } from 'zod'
import { byWord } from '#domain/by-word.ts'
import { shown } from './shown-text.ts'

/*
 * What a schema finds wrong, in words of the trade: the one place where zod's own sentences end. A file, a setting and
 * a variable of the environment are told in the same words.
 */

type Issue = z.core.$ZodIssue

export interface SchemaFault {
  path: readonly PropertyKey[]
  what: string
}

/** The known name that an unknown one is nearest to, if any is near. */
type Meant = (key: string, path: readonly PropertyKey[]) => string | null

/** One fault for each member: what is empty is also of a wrong form, and the first of both says enough. */
export function schemaFaults(error: z.ZodError, meant: Meant = () => null): SchemaFault[] {
  const first = new Map<string, Issue>()
  for (const issue of error.issues) {
    const member = issue.path.join('\0')
    if (!first.has(member)) first.set(member, issue)
  }
  return [...first.values()].map((issue) => ({ path: issue.path, what: plainWords(issue, meant) }))
}

/** What is wrong; the schema's own words where it has some. */
function plainWords(issue: Issue, meant: Meant = () => null): string {
  if (!/^(Invalid|Too|Unrecognized)/.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type': {
      const found = /received (\w+)/.exec(issue.message)?.[1] ?? ''
      if (found === 'undefined') return 'is missing'
      return `should be ${kindOf(issue.expected)}, and is ${kindOf(found)}`
    }
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'is empty'
        : `should ${sizeOf(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`
    case 'too_big':
      return `should ${sizeOf(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`
    case 'not_multiple_of':
      return `should be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => withHint(key, meant(key, issue.path))).join(', ')} is not known here`
    case 'invalid_value':
      return issue.values.length === 1
        ? `should be ${String(issue.values[0])}`
        : `should be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return formatWords[issue.format] ?? 'is not of the form that is wanted here'
    case 'invalid_key':
      return 'is under a name that is not allowed here'
    case 'invalid_union':
      return 'is of none of the known kinds'
    default:
      return 'is not what is wanted here'
  }
}

/** "nmae (did you mean name?)" */
function withHint(key: string, meant: string | null): string {
  return meant === null ? shown(key) : `${shown(key)} (did you mean ${meant}?)`
}

const formatWords: Readonly<Record<string, string>> = byWord({
  date: 'should be a day such as 2026-11-05',
  datetime: 'should be a date such as 2026-11-05T08:00:00Z',
  email: 'should be an email address such as name@example.com',
  regex: 'is not of the form that is wanted here',
  url: 'should be a web address such as https://shop.example/',
})

const kindNames: Readonly<Record<string, string>> = byWord({
  string: 'a text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list [...]',
  object: 'an object {...}',
  record: 'an object such as {"en": "..."}',
  null: 'null',
  NaN: 'no number',
})

function kindOf(type: string): string {
  return kindNames[type] ?? type
}

function sizeOf(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${size} characters`
  const elements = Number(size) === 1 ? 'element' : 'elements'
  return origin === 'array' || origin === 'set' ? `have ${bound} ${size} ${elements}` : `be ${bound} ${size}`
}
