import { call } from '#platform/browser/call.ts'
import { cookie, readToken } from '#platform/browser/state.ts'
import { wishList } from '#platform/browser/stores.ts'
import type { FavouriteCounts, FavouriteType, wishList as wishListCall } from '../contract.ts'

/*
 * Pages are the same for everybody, so which hearts are pressed is asked for once: by browsers whose readable cookie
 * says that there are favourites, and by those of customers, who may have added some elsewhere. A press is the form's
 * own call (`data-action`): this tells it what to do, and shows what became of it.
 */

const hearts = 'button.heart'
/** How many the list had when it was asked for or changed last, as the cookie counts. */
let known = readToken() ? -1 : 0
/** The requests for the list, and the changes of it: an answer that is older than a change is asked for again. */
let turn = 0

export function startHearts(): void {
  wishList.listen(mark)
  document.addEventListener('violet:page', look)
  // Cards that came after the page.
  document.addEventListener('violet:cards', mark)
  document.addEventListener('violet:done', onDone)
  // A page that comes back from the back/forward cache missed what others did.
  addEventListener('pageshow', look)
  look()
}

/** Shows how many there are, by the cookie. */
function count(): number {
  const stored = Number(cookie('violet_favorites')) || 0
  showCount(stored)
  return stored
}

/** Asks for the list if it is not the one that is known. */
function look(): void {
  const before = known
  known = count()
  mark()
  if (known !== before) void load()
}

async function load(): Promise<void> {
  const mine = ++turn
  const answer = await call<typeof wishListCall>('/favorite/whishList', {}, { quiet: true })
  if (mine !== turn) return void load()
  // A refused one is asked for again with the next page.
  known = -1
  if (!answer.ok) return
  wishList.set(answer.value)
  // The cookie has been mended with the answer.
  known = count()
}

interface Done {
  action: string
  input: { type: FavouriteType; id: string }
  result: { value: FavouriteCounts }
  form: HTMLFormElement
}

function onDone(event: Event): void {
  const { action, input, result, form } = (event as CustomEvent<Done>).detail
  if (!action.startsWith('favorite/')) return
  const key = input.type === 'product' ? 'products' : 'articles'
  const list = wishList.get()
  const others = list[key].filter((id) => id !== input.id)
  turn += 1
  known = result.value.count
  wishList.set({ ...list, [key]: action.endsWith('add') ? [input.id, ...others] : others })
  for (const [name, count] of Object.entries(result.value)) showCount(count, name)
  leave(form)
}

/** On the list's own page what was removed goes; an empty page is fetched anew. */
function leave(form: HTMLFormElement): void {
  const item = form.closest<HTMLElement>('[data-favourite]')
  if (!item) return
  const next = item.nextElementSibling ?? item.previousElementSibling
  if (!next) return location.reload()
  item.remove()
  next.querySelector<HTMLElement>('button')?.focus()
}

function showCount(count: number, name = 'count'): void {
  for (const element of document.querySelectorAll(`[data-favourites="${name}"]`))
    element.textContent = count > 0 ? String(count) : ''
}

/** The form of a heart adds, unless the heart says otherwise; the forms on the list's own page remove. */
function mark(): void {
  for (const form of document.querySelectorAll<HTMLElement>('[data-favourite] form'))
    form.dataset['action'] = 'favorite/cancel'
  const { articles, products } = wishList.get()
  for (const heart of document.querySelectorAll<HTMLButtonElement>(hearts)) {
    const { form } = heart
    if (!form) continue
    const { value: type } = form.elements.namedItem('type') as HTMLInputElement
    const isPressed = (type === 'article' ? articles : products).includes(heart.value)
    heart.ariaPressed = String(isPressed)
    if (isPressed) {
      heart.dataset['action'] = 'favorite/cancel'
      heart.dataset['done'] = form.dataset['removed'] ?? ''
      heart.formAction = form.action.replace(/add$/, 'cancel')
    } else {
      delete heart.dataset['action']
      delete heart.dataset['done']
      heart.removeAttribute('formaction')
    }
  }
}
