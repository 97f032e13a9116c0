import type { RefundQuote, RefundRefusal } from '#domain/aftersale/refund-quote.ts'
import { exponent } from '#domain/currency.ts'
import { quote } from '#domain/pricing.ts'
import { priceByHand, type Sheet } from './pricing-oracle.ts'
import { plantedRefunds } from './planted-refunds.ts'
import { refundByRule, wishOf, type Shop } from './refund-shop.ts'
import { randomStories, type Story } from './random-histories.ts'
import { layOrder, takeAsNoted, takeByHand, type Answer, type Entry, type Note } from './refund-oracle.ts'

/* Refunds of random histories by the shop and by the oracle: `npm run prove -- refunds`. */

export interface Fault {
  /** Which history of the seed, from 0, and which of its steps. */
  history: number
  step: number
  story: Story
  shop: Answer
  oracle: Answer
  /** What of the books does not hold; empty where only the two differ. */
  books: string
}

export interface Compared {
  /** Histories with a fault. */
  count: number
  refunds: number
  refused: number
  exponents: ReadonlySet<number>
  first: Fault[]
}

/** Tells both the same histories, and audits the shop's refunds beside what was paid. */
export function compareHistories(histories: number, seed: number, shop: Shop = refundByRule): Compared {
  const nextStory = randomStories(seed)
  const found = { count: 0, refunds: 0, refused: 0, exponents: new Set<number>(), first: [] as Fault[] }
  for (let history = 0; history < histories; history += 1) {
    const story = nextStory()
    found.exponents.add(exponent(story.facts.currency))
    const fault = tell(story, shop, found)
    if (fault === null) continue
    found.count += 1
    if (found.first.length < 3) found.first.push({ history, story, ...fault })
  }
  return found
}

interface Standing {
  entry: Entry
  refund: RefundQuote
  note: Note
}

function tell(
  { facts, isRecorded, steps }: Story,
  shop: Shop,
  tally: { refunds: number; refused: number },
): Omit<Fault, 'history' | 'story'> | null {
  const order = quote(facts)
  const sheet = priceByHand(facts)
  let table = layOrder(facts, sheet)
  let standing: Standing[] = []
  for (const [step, one] of steps.entries()) {
    if (one.kind === 'take-back') {
      if (standing.length === 0) continue
      standing = standing.toSpliced(one.which % standing.length, 1)
      table = layOrder(facts, sheet)
      for (const { note } of standing) takeAsNoted(table, note)
      continue
    }
    const history = standing.map(({ entry, refund }) =>
      isRecorded ? { kind: 'recorded' as const, refund } : wishOf(entry),
    )
    const given = shop(order, history, one)
    const shopsNote = given.ok ? noteOf(given.value) : refusalOf(given.problem)
    const note = takeByHand(table, one)
    if (given.ok) tally.refunds += 1
    else tally.refused += 1
    if (JSON.stringify(shopsNote) !== JSON.stringify(note)) {
      const notes = [
        ...standing.map((known) => known.note),
        ...(typeof shopsNote === 'string' ? [] : [shopsNote]),
      ]
      return { step, shop: shopsNote, oracle: note, books: audit(facts, sheet, notes, false).join('; ') }
    }
    if (given.ok && typeof note !== 'string') standing.push({ entry: one, refund: given.value, note })
    // None is below nothing: as long as nothing is taken back, what holds in the end held before.
    const isLast = step === steps.length - 1
    if (!isLast && steps[step + 1]?.kind !== 'take-back') continue
    const books = audit(
      facts,
      sheet,
      standing.map((known) => noteOf(known.refund)),
      isLast,
    )
    if (books.length > 0) return { step, shop: shopsNote, oracle: note, books: books.join('; ') }
  }
  return null
}

/** What of the promises the refunds break: of nothing comes back more than was paid, and in the end exactly that. */
export function audit(
  facts: Story['facts'],
  sheet: Sheet,
  notes: readonly Note[],
  isOver: boolean,
): string[] {
  const broken: string[] = []
  const hold = (what: string, back: number, paid: number): void => {
    if (back > paid || (isOver && back !== paid)) broken.push(`${back} of ${paid} for ${what}`)
  }
  const all = (of: (note: Note) => number) => notes.reduce((sum, note) => sum + of(note), 0)
  const isAdded = facts.tax?.mode === 'added'
  for (const [at, { key, quantity }] of facts.lines.entries()) {
    const { net, tax } = sheet.lines[at]!
    const of = (name: 'quantity' | 'amount' | 'tax') =>
      all(({ lines }) => lines.reduce((sum, line) => (line.key === key ? sum + line[name] : sum), 0))
    hold(`units of ${key}`, of('quantity'), quantity)
    hold(key, of('amount'), isAdded ? net + tax : net)
    hold(`tax of ${key}`, of('tax'), tax)
  }
  const classes = new Map<string, number>()
  for (const [what, by, , amount] of sheet.rows)
    if (what.startsWith('tax')) {
      const [name = ''] = by.split(' ')
      classes.set(name, (classes.get(name) ?? 0) + amount)
    }
  for (const [name, paid] of classes)
    hold(
      `tax of the class ${name}`,
      all((note) => note.classes.find(([one]) => one === name)?.[1] ?? 0),
      paid,
    )
  hold(
    'shipping',
    all((note) => note.shipping),
    sheet.shipping ?? 0,
  )
  hold(
    'the payment fee',
    all((note) => note.paymentFee),
    sheet.fee,
  )
  hold(
    'all tax',
    all((note) => note.tax),
    sheet.tax,
  )
  hold(
    'everything',
    all((note) => note.total + note.fee),
    sheet.total,
  )
  if (all((note) => note.toPayment) > sheet.toPay)
    broken.push('more to the way of payment than was paid by it')
  if (all((note) => note.toCredit) > sheet.credit) broken.push('more store credit than was spent')
  for (const note of notes) {
    if (note.toPayment + note.toCredit !== note.total) broken.push('the ways of payment are not the total')
    const added = isAdded ? note.serviceTax : 0
    const value = note.lines.reduce(
      (sum, { amount }) => sum + amount,
      note.shipping + note.paymentFee + added,
    )
    if (value - note.fee !== note.total) broken.push('the lines are not the total')
    const { shipping, paymentFee, serviceTax, fee, toPayment, toCredit } = note
    const ofLines = note.lines.flatMap(({ quantity, amount, tax }) => [quantity, amount, tax])
    if ([shipping, paymentFee, serviceTax, fee, toPayment, toCredit, ...ofLines].some((one) => one < 0))
      broken.push('something is below nothing')
    for (const { key, amount, parts } of note.lines)
      if (parts.reduce((sum, [, part]) => sum + part, 0) !== amount)
        broken.push(`the parts of ${key} are not its amount`)
  }
  return broken
}

/** Compares and tells, then has each bug of other shops found; whether all is as it should be. */
export function proveRefunds({
  histories,
  seed,
  say,
}: {
  histories: number
  seed: number
  say: (line: string) => void
}): boolean {
  const { count, first, refunds, refused, exponents } = compareHistories(histories, seed)
  for (const fault of first) say(JSON.stringify(fault, null, 1))
  say(
    `${histories} histories with ${refunds} refunds, ${refused} refused, in currencies of ${exponents.size} exponents: ${count} faults`,
  )
  const found = Object.entries(plantedRefunds).map(([name, shop]) => {
    const faults = compareHistories(2_000, seed, shop)
    say(`planted: ${name}: found in ${faults.count} of 2000 histories`)
    return faults.count > 0
  })
  return count === 0 && refunds > 0 && exponents.size === 3 && !found.includes(false)
}

function noteOf({ lines, services, taxByClass, ...rest }: RefundQuote): Note {
  const { fee, tax, total, toPayment, toCredit, isWhole } = rest
  return {
    lines: lines.map(({ key, quantity, amount, tax: ofLine, parts }) => ({
      key,
      quantity,
      amount,
      tax: ofLine,
      parts: parts.map((part): [string, number] => [part.because, part.amount]),
    })),
    shipping: services.shipping,
    paymentFee: services.paymentFee,
    serviceTax: services.tax,
    fee,
    tax,
    classes: Object.entries(taxByClass).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    total,
    toPayment,
    toCredit,
    isWhole,
  }
}

function refusalOf(problem: RefundRefusal): string {
  return Object.values(problem).join(' ')
}
