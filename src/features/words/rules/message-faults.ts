import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { no, ok, type Result } from '#domain/result.ts'
import { deepestBraces, longestMessage } from '../contract.ts'
import { pluralFaults } from './plural-faults.ts'
import { inBraces, usesOf, type Use, type Wanted } from './uses.ts'

/*
 * What a text may be that did not come with the program. Whatever passes can be shown: it needs no other values than the
 * English text gets, and none of another kind.
 */

/**
 * The text ready to be shown, or what is wrong with it, in the merchant's words.
 * @param english the program's own message of the same key
 * @param lang BCP 47: what the message is written in
 */
export function fittingMessage(
  message: string,
  english: string,
  lang: string,
): Result<CompiledMessage, readonly string[]> {
  const outside = outsideFaults(message)
  if (outside.length > 0) return no(outside)
  const read = readMessage(message)
  if (!read.ok) return no([read.problem])
  const uses = usesOf(read.value)
  const wanted = wantedBy(english)
  const faults = [...placeholderFaults(uses, wanted), ...pluralFaults(uses, wanted, lang)]
  return faults.length === 0 ? ok(read.value) : no([...new Set(faults)])
}

/** Of the letters alone: before a parser sees them, which calls itself for each brace. */
function outsideFaults(message: string): string[] {
  if (message.length > longestMessage)
    return [
      `has ${message.length.toLocaleString('en')} characters: ${longestMessage.toLocaleString('en')} are the most`,
    ]
  if (message.trim() === '') return ['says nothing']
  if (/[^\P{Cc}\n]|[\p{Cs}\u2028\u2029]/u.test(message)) return ['has a control character']
  if (/<[a-z/!?]/i.test(message))
    return ['has HTML, which would be shown as it is written: leave the tags out']
  if (/,\s*offset:/.test(message)) return ['has an offset in a plural, which is not supported']
  if (depthOf(message) > deepestBraces) return [`has braces in braces, more than ${deepestBraces} deep`]
  return []
}

function depthOf(message: string): number {
  let depth = 0
  let deepest = 0
  for (const character of message) {
    if (character === '{') deepest = Math.max(deepest, (depth += 1))
    else if (character === '}') depth -= 1
  }
  return deepest
}

/** By the parser's own names. */
const parserFaults: ReadonlyMap<string, string> = new Map([
  ['EXPECT_ARGUMENT_CLOSING_BRACE', 'a { has no }'],
  ['EMPTY_ARGUMENT', 'a placeholder has no name: write {name}'],
  ['MALFORMED_ARGUMENT', 'a placeholder cannot be read: write {name}'],
  ['INVALID_ARGUMENT_TYPE', 'a placeholder is of a kind that there is not'],
  ['MISSING_OTHER_CLAUSE', 'a plural lacks the branch other'],
  ['EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT', 'a branch of a plural has no text in braces'],
  ['EXPECT_PLURAL_ARGUMENT_SELECTOR', 'a plural has no branches'],
  ['DUPLICATE_PLURAL_ARGUMENT_SELECTOR', 'a plural has a branch twice'],
  ['UNCLOSED_QUOTE_IN_ARGUMENT_STYLE', 'a quote is not closed'],
])

function readMessage(message: string): Result<CompiledMessage, string> {
  try {
    return ok(compile(message))
  } catch (error) {
    const name = error instanceof Error ? error.message : ''
    return no(parserFaults.get(name) ?? `cannot be read${name === '' ? '' : ` (${name.toLowerCase()})`}`)
  }
}

const known = new Map<string, Wanted>()

/** The program has some thousand English messages, and no more are asked for. */
function wantedBy(english: string): Wanted {
  const found = known.get(english) ?? Map.groupBy(usesOf(compile(english)), ({ name }) => name)
  known.set(english, found)
  return found
}

function placeholderFaults(uses: readonly Use[], wanted: Wanted): string[] {
  const all = [...wanted.keys()]
  const there = all.length === 0 ? 'this text has none' : `there are ${all.map(inBraces).join(', ')}`
  const used = new Set(uses.map(({ name }) => name))
  return [
    ...uses.flatMap((use) => {
      const own = wanted.get(use.name)
      if (own === undefined) return [`${inBraces(use.name)} is no placeholder of this text: ${there}`]
      const fault = kindFault(use, own)
      return fault === null ? [] : [fault]
    }),
    ...all.filter((name) => !used.has(name)).map((name) => `lacks the placeholder ${inBraces(name)}`),
  ]
}

/** A value of another kind than the message thinks would fail when the page is rendered. */
function kindFault({ name, kind, detail }: Use, own: readonly Use[]): string | null {
  const isSame = own.some((one) => one.kind === kind && one.detail === detail)
  if (isSame || kind === 'text') return null
  const isNumber = own.some((one) => numeric.has(one.kind))
  if (kind === 'plural' || kind === 'ordinal')
    return isNumber ? null : `${inBraces(name)} is a text and no number: it has no plural`
  if (kind === 'number' && detail === '')
    return isNumber ? null : `${inBraces(name)} is a text and no number: write it without “number”`
  return `${inBraces(name)} is written in another way in English: write it as there`
}

const numeric: ReadonlySet<string> = new Set(['plural', 'ordinal', 'number'])
