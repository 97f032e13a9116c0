import { isReachable } from './place.ts'

/*
 * Events in a part of the page that is not hydrated yet. React replays neither a submit nor a click on unhydrated
 * elements. So each is stopped here, stored, and dispatched once when the part is live. A form that waits too long is
 * posted as if there were no scripts.
 */

/** Elements that the browser itself operates, with or without scripts. */
const NATIVE =
  'input:not([type=submit],[type=button],[type=image],[type=reset]),select,textarea,label,summary,[contenteditable]'
const BUSY_AFTER = 200
const POST_AFTER = 3_000

/** The most stored events, in all parts. */
export let holding = 0

interface Held {
  event: Event
  target: Element
  /** The position of the target in the part, in case hydration replaced the element. */
  path: readonly number[]
}

interface Submission {
  form: HTMLFormElement
  submitter: HTMLElement | null
}

export interface Hold {
  /** Stores the event, or lets it pass. `wake` is called with urgency in both cases. */
  take(event: Event): void
  /** Dispatches the stored events in order. The part is live. */
  replay(): Promise<void>
  /** The part stays as the server made it: a form that was sent is posted, the rest is dropped. */
  giveUp(): void
  /** The part is gone. */
  drop(): void
}

export function createHold(host: HTMLElement, wake: () => void): Hold {
  let held: Held[] = []
  let busyTimer: ReturnType<typeof setTimeout> | undefined
  let postTimer: ReturnType<typeof setTimeout> | undefined
  let posting = false

  function take(event: Event): void {
    const target = ((event as SubmitEvent).submitter ?? event.target) as Element
    if (posting || belongsToBrowser(event, target)) return
    const delegated = isDelegated(target)
    // The runtime would send such a form at once; but not before a choice in the part that it is to send.
    if (delegated && held.length === 0) return
    wake()
    if (target.closest(NATIVE)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    holding++
    held.push({ event, target, path: pathTo(target, host) })
    busyTimer ??= setTimeout(() => host.setAttribute('aria-busy', 'true'), BUSY_AFTER)
    if (submissionOf(target) && !delegated) postTimer ??= setTimeout(() => void post(), POST_AFTER)
  }

  async function replay(): Promise<void> {
    // All targets are found before the first event is dispatched: it may change which element is where.
    const found = release().map(({ event, target, path }) => ({ event, target: stillThere(target, path) }))
    for (const { event, target } of found) {
      if (!target?.isConnected) continue
      if (event.type === 'submit') submit(submissionOf(target)!)
      else target.dispatchEvent(copyOf(event))
      // React renders a discrete event's changes in a microtask: the next one must find them done.
      await Promise.resolve()
    }
  }

  // The part may come to life while the shop is asked, and take the events itself.
  async function post(): Promise<void> {
    if (await isReachable()) giveUp()
    else release()
  }

  function giveUp(): void {
    const submission = release()
      .map(({ target, path }) => submissionOf(stillThere(target, path)))
      .find((found) => found && found.form.dataset['action'] === undefined)
    if (!submission) return
    posting = true
    submit(submission)
    posting = false
  }

  function release(): Held[] {
    clearTimeout(busyTimer)
    clearTimeout(postTimer)
    busyTimer = postTimer = undefined
    host.removeAttribute('aria-busy')
    const all = held
    holding -= all.length
    held = []
    return all
  }

  function stillThere(target: Element, path: readonly number[]): Element | undefined {
    return target.isConnected
      ? target
      : path.reduce<Element | undefined>((at, index) => at?.children[index], host)
  }

  return { take, replay, giveUp, drop: release }
}

/** Links, and keys that are no part's own. */
function belongsToBrowser(event: Event, target: Element): boolean {
  if (target.closest('a[href]')) return true
  const { key, ctrlKey, metaKey, altKey } = event as KeyboardEvent
  if (event.type === 'keydown') {
    // Enter and space on a button come back as its click. Other keys mean something only to a widget.
    const presses = (key === 'Enter' || key === ' ') && target.closest('button,summary')
    return (
      ctrlKey ||
      metaKey ||
      altKey ||
      key === 'Tab' ||
      Boolean(presses) ||
      !target.closest('[role],[tabindex]')
    )
  }
  return false
}

/** Sends a form that the runtime posts by itself, whether the part lives or not. */
function isDelegated(target: Element): boolean {
  return Boolean(submissionOf(target)?.form.dataset['action'])
}

/** The form that activating `target` sends. */
function submissionOf(target: Element | undefined): Submission | null {
  if (target instanceof HTMLFormElement) return { form: target, submitter: null }
  const button = target?.closest<HTMLButtonElement | HTMLInputElement>('button,input')
  return button?.form && /submit|image/.test(button.type) ? { form: button.form, submitter: button } : null
}

function submit({ form, submitter }: Submission): void {
  form.requestSubmit(submitter)
}

function copyOf(event: Event): Event {
  const Kind = event.constructor as new (type: string, init: Event) => Event
  return new Kind(event.type, event)
}

function pathTo(target: Element, host: Element): number[] {
  const path: number[] = []
  for (let at: Element | null = target; at && at !== host; at = at.parentElement) {
    path.unshift([...(at.parentElement?.children ?? [])].indexOf(at))
  }
  return path
}
