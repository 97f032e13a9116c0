import type { ReturnDraft, ReturnOptions } from '../../contract.ts'

/** What is asked for, as far as the form has been filled in. */
export type Wish = Pick<ReturnDraft, 'type' | 'reason' | 'refundTo' | 'lines'>

/** A wish that has all that its preview needs. */
export type WholeWish = Wish & {
  type: NonNullable<Wish['type']>
  reason: NonNullable<Wish['reason']>
}

type Lines = readonly Pick<ReturnOptions['lines'][number], 'id' | 'returnable'>[]
type Choices = Pick<ReturnOptions, 'types' | 'reasons'> & { lines: Lines }

/** The name of a line's field: lines are numbered as they stand in the form. */
export function fieldOf(number: number, field: 'line' | 'quantity' | 'exchangeFor'): string {
  return `lines.${number}.${field}`
}

/** The lines that the form has fields for. */
export function returnable<Line extends { returnable: number }>(lines: readonly Line[]): Line[] {
  return lines.filter((line) => line.returnable > 0)
}

/** Reads the fields of the form; `textsOf` gives all values of a name, in their order. */
export function readWish(textsOf: (name: string) => readonly string[], choices: Choices): Wish {
  const last = (name: string): string => textsOf(name).at(-1) ?? ''
  const type = choices.types.find(({ code }) => code === last('type'))?.code ?? null
  return {
    type,
    reason: choices.reasons.find(({ code }) => code === last('reason'))?.code ?? null,
    refundTo: last('refundTo') === 'credit' ? 'credit' : 'original',
    lines: returnable(choices.lines).map((line, number) => ({
      line: line.id,
      quantity: unitsOf(last(fieldOf(number, 'quantity')), line.returnable),
      exchangeFor: (type === 'exchange' && last(fieldOf(number, 'exchangeFor'))) || null,
    })),
  }
}

function unitsOf(text: string, most: number): number {
  const typed = Number(text)
  return Number.isInteger(typed) ? Math.min(Math.max(0, typed), most) : 0
}

/** The wish with the chosen lines alone; null while something is missing. */
export function wholeWish({ type, reason, refundTo, lines }: Wish): WholeWish | null {
  const chosen = lines.filter(({ quantity }) => quantity > 0)
  if (type === null || reason === null || chosen.length === 0 || lacksExchange({ type, lines })) return null
  // An exchange gives nothing back that could be credited.
  return { type, reason, refundTo: type === 'exchange' ? 'original' : refundTo, lines: chosen }
}

/** An exchange of which some chosen line does not say for what. */
export function lacksExchange({ type, lines }: Pick<Wish, 'type' | 'lines'>): boolean {
  return (
    type === 'exchange' && lines.some(({ quantity, exchangeFor }) => quantity > 0 && exchangeFor === null)
  )
}
