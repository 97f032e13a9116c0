import { pathOf } from '#platform/browser/url.ts'
import { ask, stopAsking } from '#platform/browser/answers.ts'
import { byId } from '#platform/browser/dom.ts'
import { nodesOf } from '#platform/browser/render.ts'
import type { LiveTexts } from '#wire/live.ts'

/*
 * Shows what has changed on the server since the page was rendered: the new number in place of the old one, marked,
 * with the old one next to it, and announced to screen readers. Nothing else of the page is touched.
 */

/** With more changes than this, only their number is announced. */
const MOST_TOLD = 3

interface ChosenSku {
  sku: string
  price: { text: string }
  stock: string
  left: number | null
}

/** Fetches the page again, in its language and currency, and compares. */
export async function markChanges(texts: LiveTexts): Promise<void> {
  const path = pathOf(location)
  // One that was fetched ahead may be older than the news.
  stopAsking(path)
  const answer = await ask(path)
  if (answer.kind !== 'page' || path !== pathOf(location)) return
  const fresh = nodesOf(answer.page.html)
  const told = [...markProduct(fresh, texts), ...markCards(fresh, texts)]
  if (told.length === 0) return
  const words = told.length > MOST_TOLD ? texts.many.replace('{count}', String(told.length)) : told.join(' ')
  const announcer = byId('announcer')
  if (announcer) announcer.textContent = words
}

/** The page's own product: its island gets the new facts and keeps the visitor's choice. */
function markProduct(fresh: DocumentFragment, texts: LiveTexts): string[] {
  const selector = 'x-island[c="product-buttons"]'
  const island = document.querySelector<HTMLElement>(`main ${selector}`)
  const text = fresh.querySelector(selector)?.getAttribute('p')
  if (!island || !text || island.getAttribute('p') === text) return []
  const chosen = island.querySelector<HTMLInputElement>('input[name=sku]')?.value
  const before = skuIn(island.getAttribute('p'), chosen)
  const after = skuIn(text, chosen)
  island.setAttribute('p', text)
  island.dispatchEvent(new CustomEvent('island:wake'))
  if (!before || !after) return []
  const title = document.querySelector('h1')?.textContent ?? ''
  if (before.price.text !== after.price.text) {
    island.dataset['changed'] = 'price'
    noteIn(island, texts.before.replace('{from}', before.price.text))
    return [priceText(texts, title, before.price.text, after.price.text)]
  }
  if (before.stock === after.stock && before.left === after.left) return []
  island.dataset['changed'] = 'stock'
  return [texts.stock.replace('{title}', title)]
}

function skuIn(props: string | null, chosen: string | undefined): ChosenSku | undefined {
  const { skus, chosen: first } = JSON.parse(props ?? '{}') as { skus?: ChosenSku[]; chosen?: string }
  return skus?.find(({ sku }) => sku === (chosen ?? first))
}

/**
 * Displayed next to the price by the stylesheet, since the island's own elements are React's. It refers to the
 * variant chosen then.
 */
function noteIn(island: HTMLElement, words: string): void {
  const price = island.querySelector<HTMLElement>('.product-buttons-price')
  if (!price) return
  price.dataset['before'] = words
  const forget = ({ target }: Event): void => {
    if (!(target as Element).closest('.product-buttons-value')) return
    delete price.dataset['before']
    delete island.dataset['changed']
    island.removeEventListener('click', forget)
  }
  island.addEventListener('click', forget)
}

function markCards(fresh: DocumentFragment, texts: LiveTexts): string[] {
  const told = new Map<string, string>()
  for (const card of document.querySelectorAll<HTMLElement>('main .product-card[data-product]')) {
    const id = card.dataset['product']!
    const now = fresh.querySelector(`.product-card[data-product="${id}"]`)
    if (!now) continue
    const title = textIn(card, '.product-card-title')
    const from = textIn(card, '.price-now')
    const to = textIn(now, '.price-now')
    if (textIn(card, '.price') !== textIn(now, '.price')) {
      replaceIn(card, now, '.price')
      const note = document.createElement('span')
      note.className = 'live-note'
      note.textContent = texts.before.replace('{from}', from)
      card.querySelector('.live-note')?.remove()
      card.querySelector('.price')?.after(' ', note)
      card.dataset['changed'] = 'price'
      told.set(id, priceText(texts, title, from, to))
    }
    const badge = '.product-card-media .badge'
    const add = '.product-card-add'
    if (textIn(card, badge) === textIn(now, badge) && !card.querySelector(add) === !now.querySelector(add))
      continue
    replaceIn(card, now, badge)
    replaceIn(card, now, add)
    card.dataset['changed'] ??= 'stock'
    if (!told.has(id)) told.set(id, texts.stock.replace('{title}', title))
  }
  return [...told.values()]
}

/** Puts the new part where the old one is, or where it would be, or takes the old one away. */
function replaceIn(card: Element, now: Element, selector: string): void {
  const before = card.querySelector(selector)
  const after = now.querySelector(selector)
  if (before && after) before.replaceWith(after)
  else if (before) before.remove()
  else if (after) {
    const parent = after.parentElement!
    const place = parent === now ? card : card.querySelector(`.${parent.className.split(' ')[0]}`)
    place?.append(after)
  }
}

function textIn(part: Element, selector: string): string {
  return part.querySelector(selector)?.textContent.trim() ?? ''
}

function priceText(texts: LiveTexts, title: string, from: string, to: string): string {
  return texts.price.replace('{title}', title).replace('{from}', from).replace('{to}', to)
}
