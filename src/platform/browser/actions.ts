import type { AnyEndpoint } from '#wire/endpoint.ts'
import type { Json } from '#wire/page.ts'
import { call } from './call.ts'
import { emit } from './dom.ts'
import { toast } from './toast.ts'

/*
 * Many small equal actions (favourite and add to cart on every card) are plain forms:
 *
 *     <form action="/form/cart/add" method="post" data-action="cart/add" data-done="Added">
 *       <input type="hidden" name="sku" value="1020-red">
 *       <input type="hidden" name="quantity" value="1" data-number>
 *
 * Without this file they are posted; with it they become calls, and whoever shows the result listens to
 * `violet:done` and `violet:failed` on the document ({action, input, result}).
 */

type Fields = Record<string, Json>

/** The last of the calls under way, by action: the next one waits for it, so that their order is the shopper's. */
const queues = new Map<string, Promise<void>>()

/** Forms that are on their way as a plain post. */
const posted = new WeakSet<HTMLFormElement>()

export function startActions(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const { action } = form.dataset
    // Files go as a post; what an island has taken for itself is its own business.
    if (!action || event.defaultPrevented || posted.has(form) || form.enctype.startsWith('multipart')) return
    event.preventDefault()
    const { submitter } = event
    const input = inputOf(form, submitter)
    const button = submitter ?? form
    const turn = (queues.get(action) ?? Promise.resolve()).then(() => perform(form, submitter, action, input))
    queues.set(action, turn)
    countWaiting(button, 1)
    void turn.then(() => countWaiting(button, -1))
  })
}

async function perform(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  action: string,
  input: Fields,
): Promise<void> {
  try {
    const result = await call<AnyEndpoint>(`/${action}`, input)
    const { done } = form.dataset
    if (result.ok && done) toast(done, { kind: 'done' })
    // There is no field to put a refusal beside.
    if (!result.ok && result.problem.code === 40) toast(result.problem.msg, { kind: 'error' })
    emit(document, result.ok ? 'violet:done' : 'violet:failed', { action, input, result, form })
  } catch {
    // A browser in which the call cannot even be made still has its forms.
    posted.add(form)
    form.requestSubmit(submitter)
  }
}

function countWaiting(button: HTMLElement, change: 1 | -1): void {
  const count = Number(button.dataset['waiting'] ?? 0) + change
  button.dataset['waiting'] = `${count}`
  button.ariaBusy = count ? 'true' : null
}

/** A number where the field is one (by its type or `data-number`), a list where the name ends in `[]`. */
function inputOf(form: HTMLFormElement, submitter: HTMLElement | null): Fields {
  const input: Record<string, Json> = {}
  for (const [name, text] of new FormData(form, submitter)) {
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
