import { InvalidArgumentError } from 'commander'
import { own } from '#domain/by-word.ts'

/** SKU → units, as `--unit stool-sage=2 vase-ink=1` says it. */
export type Counts = Record<string, number>

/** The same, of what came back: 0 for nothing of it. */
export function unitCountOrNone(text: string, before: Readonly<Counts>): Counts {
  const [, sku = ''] = /^(.+)=0$/.exec(text) ?? []
  return sku === '' ? unitCount(text, before) : { ...before, [sku]: own(before, sku) ?? 0 }
}

export function unitCount(text: string, before: Readonly<Counts>): Counts {
  const [, sku = '', count = ''] = /^(.+)=([1-9]\d{0,5})$/.exec(text) ?? []
  if (sku === '') throw new InvalidArgumentError('It must be sku=count, as stool-sage=2.')
  return { ...before, [sku]: (own(before, sku) ?? 0) + Number(count) }
}
