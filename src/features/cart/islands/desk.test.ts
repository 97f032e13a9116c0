import { describe, expect, it } from 'vitest'
import type { CartLine, CartView } from '../contract.ts'
import { createDesk, type Outcome, type Wish } from './desk.ts'

const line = (id: number, rest: Partial<CartLine> = {}): CartLine => ({
  id,
  sku: `sku-${id}`,
  title: `Thing ${id}`,
  href: `/product/${id}`,
  choice: '',
  picture: null,
  quantity: 1,
  available: 9,
  most: 9,
  min: 1,
  step: 1,
  selected: true,
  price: '$10',
  linePrice: null,
  total: '$10',
  before: null,
  offers: [],
  trouble: null,
  mend: null,
  changes: [],
  hasChoice: false,
  ...rest,
})

const view = (...lines: CartLine[]): CartView => ({
  lines,
  count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  selectedCount: 0,
  subtotal: '',
  subtotalAmount: 0,
  currency: 'USD',
  freeShipping: null,
  sums: [],
  total: { label: 'Subtotal', amount: '', hint: '' },
  coupons: [],
  more: null,
})

/** A server that answers when it is told to. */
function slowServer(first: CartView) {
  const sent: Wish[] = []
  let answer: (outcome: Outcome) => void = () => {}
  const desk = createDesk(first, (wish) => {
    sent.push(wish)
    return new Promise((resolve) => (answer = resolve))
  })
  return {
    desk,
    sent,
    answers: async (outcome: Outcome) => {
      answer(outcome)
      await new Promise((resolve) => setTimeout(resolve))
    },
    quantities: () => desk.state().lines.map(({ sku, quantity }) => [sku, quantity]),
  }
}

describe('quick clicks', () => {
  it('send the first and the last wish, and show each at once', async () => {
    const { desk, sent, answers, quantities } = slowServer(view(line(1)))
    for (const quantity of [2, 3, 4, 5]) {
      desk.wish({ kind: 'quantity', line: 1, quantity })
      expect(quantities()).toEqual([['sku-1', quantity]])
    }
    expect(sent).toEqual([{ kind: 'quantity', line: 1, quantity: 2 }])
    await answers({ ok: true, view: view(line(1, { quantity: 2 })) })
    expect(quantities()).toEqual([['sku-1', 5]])
    expect(sent.slice(1)).toEqual([{ kind: 'quantity', line: 1, quantity: 5 }])
    expect(desk.state().pending).toBe(true)
    await answers({ ok: true, view: view(line(1, { quantity: 5 })) })
    expect(quantities()).toEqual([['sku-1', 5]])
    expect(desk.state().pending).toBe(false)
    expect(sent).toHaveLength(2)
  })

  it('keep apart what is wished of two lines, one request at a time', async () => {
    const { desk, sent, answers, quantities } = slowServer(view(line(1), line(2)))
    desk.wish({ kind: 'quantity', line: 1, quantity: 2 })
    desk.wish({ kind: 'quantity', line: 2, quantity: 7 })
    desk.wish({ kind: 'select', lines: [1], on: false })
    desk.wish({ kind: 'select', lines: [1], on: true })
    expect(sent).toHaveLength(1)
    await answers({ ok: true, view: view(line(1, { quantity: 2 }), line(2)) })
    expect(quantities()).toEqual([
      ['sku-1', 2],
      ['sku-2', 7],
    ])
    await answers({ ok: true, view: view(line(1, { quantity: 2 }), line(2, { quantity: 7 })) })
    expect(sent.slice(1)).toEqual([
      { kind: 'quantity', line: 2, quantity: 7 },
      { kind: 'select', lines: [1], on: true },
    ])
  })
})

describe('a refusal', () => {
  it('goes back to what the server has, says why beside the line, and asks for the cart anew', async () => {
    const { desk, sent, answers, quantities } = slowServer(view(line(1)))
    desk.wish({ kind: 'quantity', line: 1, quantity: 9 })
    await answers({ ok: false, text: 'Only 3 left' })
    expect(quantities()).toEqual([['sku-1', 1]])
    expect(desk.state().notes).toEqual(new Map([[1, 'Only 3 left']]))
    expect(sent.at(-1)).toEqual({ kind: 'refresh' })
    await answers({ ok: true, view: view(line(1, { available: 3, most: 3 })) })
    expect(desk.state()).toMatchObject({ pending: false, notes: new Map([[1, 'Only 3 left']]) })
    desk.wish({ kind: 'quantity', line: 1, quantity: 3 })
    expect(desk.state().notes.size).toBe(0)
  })

  it('of a removal takes back the offer to undo it', async () => {
    const { desk, answers, quantities } = slowServer(view(line(1), line(2)))
    desk.wish({ kind: 'remove', line: line(2) })
    expect(quantities()).toEqual([['sku-1', 1]])
    expect(desk.state().removed).toMatchObject({ place: 1 })
    await answers({ ok: false, text: 'An unknown error occurred.' })
    expect(quantities()).toEqual([
      ['sku-1', 1],
      ['sku-2', 1],
    ])
    expect(desk.state()).toMatchObject({ removed: null, notes: new Map([[2, 'An unknown error occurred.']]) })
  })

  it('of what was put back is said for the whole cart, until the next wish', async () => {
    const { desk, answers } = slowServer(view(line(1)))
    desk.wish({ kind: 'restore', line: line(2) })
    await answers({ ok: false, text: 'This one is sold out.' })
    await answers({ ok: true, view: view(line(1)) })
    expect(desk.state()).toMatchObject({ failure: 'This one is sold out.', lines: [{ sku: 'sku-1' }] })
    desk.wish({ kind: 'quantity', line: 1, quantity: 2 })
    expect(desk.state().failure).toBeNull()
  })
})

describe('putting back', () => {
  it('returns a line to its place, under its new number', async () => {
    const { desk, sent, answers, quantities } = slowServer(view(line(1), line(2), line(3)))
    desk.wish({ kind: 'remove', line: line(2) })
    await answers({ ok: true, view: view(line(1), line(3)) })
    desk.wish({ kind: 'restore', line: line(2) })
    expect(quantities()).toEqual([
      ['sku-1', 1],
      ['sku-2', 1],
      ['sku-3', 1],
    ])
    expect(desk.state().removed).toBeNull()
    expect(sent.at(-1)).toMatchObject({ kind: 'restore' })
    await answers({ ok: true, view: view(line(8, { sku: 'sku-2' }), line(1), line(3)) })
    expect(desk.state().lines.map(({ id, sku }) => [id, sku])).toEqual([
      [1, 'sku-1'],
      [8, 'sku-2'],
      [3, 'sku-3'],
    ])
  })

  it('asks the server for nothing when the removal has not been sent', async () => {
    const { desk, sent, answers, quantities } = slowServer(view(line(1), line(2)))
    desk.wish({ kind: 'quantity', line: 1, quantity: 2 })
    desk.wish({ kind: 'remove', line: line(2) })
    desk.wish({ kind: 'restore', line: line(2) })
    await answers({ ok: true, view: view(line(1, { quantity: 2 }), line(2)) })
    expect(sent).toEqual([{ kind: 'quantity', line: 1, quantity: 2 }])
    expect(quantities()).toEqual([
      ['sku-1', 2],
      ['sku-2', 1],
    ])
    expect(desk.state().pending).toBe(false)
  })

  it('drops the quantity wished of a line that is then removed', async () => {
    const { desk, sent, answers } = slowServer(view(line(1), line(2)))
    desk.wish({ kind: 'select', lines: [1], on: false })
    desk.wish({ kind: 'quantity', line: 2, quantity: 5 })
    desk.wish({ kind: 'remove', line: line(2) })
    await answers({ ok: true, view: view(line(1), line(2)) })
    expect(sent.map(({ kind }) => kind)).toEqual(['select', 'remove'])
  })
})

describe('what was added elsewhere', () => {
  it('comes first when the cart is asked for anew', async () => {
    const { desk, answers, quantities } = slowServer(view(line(1), line(2)))
    desk.wish({ kind: 'refresh' })
    await answers({ ok: true, view: view(line(3), line(2), line(1)) })
    expect(quantities()).toEqual([
      ['sku-3', 1],
      ['sku-1', 1],
      ['sku-2', 1],
    ])
  })

  it('brings its own order when it is shown as a new cart, without what was said of the old one', () => {
    const { desk, quantities } = slowServer(view(line(1), line(2)))
    desk.note(1, 'Only 3 left')
    desk.accept(view(line(2, { quantity: 2 }), line(1)))
    expect(quantities()).toEqual([
      ['sku-2', 2],
      ['sku-1', 1],
    ])
    expect(desk.state()).toMatchObject({ removed: null, failure: null, notes: new Map() })
  })
})

describe('other wishes', () => {
  const note = (text: string, refused?: (why: string) => void): Wish => ({
    kind: 'other',
    key: 'note',
    send: () => Promise.resolve({ ok: true, view: view() }),
    ...(refused && { refused }),
    // Only to tell them apart.
    ...{ text },
  })

  it('of one key end in the last', async () => {
    const { desk, sent, answers } = slowServer(view(line(1)))
    const [first, second, third] = ['a', 'ab', 'abc'].map((text) => note(text))
    for (const wish of [first!, second!, third!]) desk.wish(wish)
    expect(desk.state().pending).toBe(true)
    await answers({ ok: true, view: view(line(1)) })
    expect(sent).toEqual([first, third])
  })

  it('say why they were refused where they belong, and nowhere else', async () => {
    const { desk, answers } = slowServer(view(line(1)))
    let why = ''
    desk.wish(note('a', (text) => (why = text)))
    await answers({ ok: false, text: 'There is no such coupon' })
    expect(why).toBe('There is no such coupon')
    expect(desk.state().failure).toBeNull()
    expect(desk.state().notes.size).toBe(0)
  })
})

describe('what is saved for later', () => {
  it('is taken back as what it was', async () => {
    const { desk, sent, answers } = slowServer(view(line(1), line(2)))
    desk.wish({ kind: 'remove', line: line(1), saves: true })
    expect(desk.state().removed).toEqual({ line: line(1), place: 0, saves: true })
    await answers({ ok: true, view: view(line(2)) })
    desk.wish({ kind: 'restore', line: line(1), saves: true })
    expect(sent.at(-1)).toEqual({ kind: 'restore', line: line(1), saves: true })
    expect(desk.state().lines.map(({ id }) => id)).toEqual([1, 2])
  })
})

it('keeps what only the page shows when a quick answer leaves it out', async () => {
  const more = { advice: [], bestCoupons: [], saved: [], country: 'DE', shipping: [], note: 'Ring.' }
  const { desk, answers } = slowServer({ ...view(line(1)), more })
  desk.wish({ kind: 'restore', line: line(2) })
  await answers({ ok: true, view: view(line(2), line(1)) })
  expect(desk.state().view.more).toEqual(more)
})

it('says of a lost connection once, at no line, and no more after the next answer', async () => {
  const first = view(line(1), line(2))
  const { desk, sent, answers } = slowServer(first)
  desk.wish({ kind: 'quantity', line: 1, quantity: 2 })
  await answers({ ok: false, text: 'Offline', isLost: true })
  expect([desk.state().failure, desk.state().notes.size, desk.state().lines]).toEqual([
    'Offline',
    0,
    first.lines,
  ])
  // There is nobody who could answer a refresh.
  expect(sent).toHaveLength(1)
  desk.wish({ kind: 'refresh' })
  await answers({ ok: true, view: first })
  expect([desk.state().failure, desk.state().isLost]).toEqual([null, false])
})
