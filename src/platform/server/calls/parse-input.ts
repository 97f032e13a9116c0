import type { z } from 'zod'
import { byWord } from '#domain/by-word.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Translate } from '#i18n/t.ts'
import type { AnyEndpoint } from '#wire/endpoint.ts'
import { problemText } from '../answers.ts'

/** What was sent to a call, read by its contract; or field name → what is wrong, in the visitor's language. */
export function parseInput(
  { input, problems: names, labels }: Pick<AnyEndpoint, 'input' | 'problems' | 'labels'>,
  sent: unknown,
  t: Translate,
): Result<unknown, Record<string, string>> {
  // Without it zod leaves the value out of its issues, and a wrong one cannot be told from none.
  const parsed = input.safeParse(sent, { reportInput: true })
  if (parsed.success) return ok(parsed.data)
  const messages: Record<string, string> = byWord()
  const say = t as (key: MessageKey) => string
  for (const issue of parsed.error.issues) {
    // A key that the contract does not have is not repeated: its name is the sender's.
    const field = issue.code === 'unrecognized_keys' ? '' : issue.path.map(String).join('.')
    const key = messageFor(issue)
    // A call that has words of its own for a field which is missing says those.
    const own = key === 'field.required' ? names.find((name) => name === `${field}_required`) : undefined
    const label = key === 'field.required' && Object.hasOwn(labels, field) ? labels[field] : undefined
    if (own !== undefined) messages[field] ??= problemText({ name: own }, t)
    else if (label === undefined) messages[field] ??= t(key)
    else messages[field] ??= t('address.missing.required', { field: say(label as MessageKey) })
  }
  return no(messages)
}

function messageFor(
  issue: z.core.$ZodIssue,
):
  | 'field.required'
  | 'field.too_long'
  | 'field.too_short'
  | 'field.not_a_number'
  | 'field.not_whole'
  | 'field.too_small'
  | 'field.too_big'
  | 'field.invalid' {
  if (issue.input === undefined || issue.input === null) return 'field.required'
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return 'field.not_whole'
      return issue.expected === 'number' ? 'field.not_a_number' : 'field.invalid'
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'field.too_long' : 'field.too_big'
    case 'too_small':
      return issue.origin === 'string'
        ? issue.minimum === 1
          ? 'field.required'
          : 'field.too_short'
        : 'field.too_small'
    default:
      return 'field.invalid'
  }
}
