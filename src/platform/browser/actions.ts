import type { AnyEndpoint } from '#wire/endpoint.ts'
import type { Json } from '#wire/page.ts'
import { call } from './call.ts'
import { emit } from './dom.ts'
import { toast } from './toast.ts'

type Input = Record<string, Json>

/** The last of the calls under way, by action: the next one waits for it, so that their order is the shopper's. */
const queues = new Map<string, Promise<void>>()

/**
 * Makes the call that a form with `data-action` stands for, or the one that its submitting button names instead.
 * Rejects only when it could not be sent at all.
 */
export function perform(
  form: HTMLFormElement,
  fields: FormData,
  submitter: HTMLElement | null,
): Promise<void> {
  const { action = '', done } = { ...form.dataset, ...submitter?.dataset }
  const input = inputFrom(fields, form)
  const button = submitter ?? form
  countWaiting(button, 1)
  const before = queues.get(action) ?? Promise.resolve()
  const turn = before.then(() => send(form, { action, done }, input)).finally(() => countWaiting(button, -1))
  queues.set(
    action,
    turn.catch(() => {}),
  )
  return turn
}

async function send(
  form: HTMLFormElement,
  { action, done }: { action: string; done: string | undefined },
  input: Input,
): Promise<void> {
  const result = await call<AnyEndpoint>(`/${action}`, input)
  if (result.ok && done) toast(done, { kind: 'done', read: true })
  // There is no field to put a refusal beside.
  if (!result.ok && result.problem.code === 40) toast(result.problem.msg, { kind: 'error', read: true })
  emit(document, result.ok ? 'violet:done' : 'violet:failed', { action, input, result, form })
}

function countWaiting(button: HTMLElement, change: 1 | -1): void {
  const count = Number(button.dataset['waiting'] ?? 0) + change
  button.dataset['waiting'] = `${count}`
  if (count) button.setAttribute('aria-busy', 'true')
  else button.removeAttribute('aria-busy')
}

/** A number where the field is one (by its type or `data-number`), a list where the name ends in `[]`. */
function inputFrom(fields: FormData, form: HTMLFormElement): Input {
  const input: Input = {}
  for (const [name, text] of fields) {
    // Where a post without scripts goes on to.
    if (name === 'next') continue
    const named = form.elements.namedItem(name)
    const field = (named instanceof RadioNodeList ? named[0] : named) as HTMLInputElement | null
    const isNumber = field && (field.type === 'number' || 'number' in field.dataset)
    const value = isNumber ? Number(text) : (text as string)
    if (name.endsWith('[]')) {
      const key = name.slice(0, -2)
      input[key] = [...((input[key] as Json[] | undefined) ?? []), value]
    } else input[name] = value
  }
  return input
}
