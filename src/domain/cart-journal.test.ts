import { describe, expect, it } from 'vitest'
import { changesOf, type LineChange, type LineState } from './cart-journal.ts'

const fine: LineState = { amount: 4800, trouble: null }

describe('changesOf', () => {
  it.each<[string, LineState, LineState, LineChange[]]>([
    ['nothing', fine, fine, []],
    ['a higher price', fine, { ...fine, amount: 5000 }, [{ kind: 'dearer', from: 4800, to: 5000 }]],
    ['a lower price', fine, { ...fine, amount: 4000 }, [{ kind: 'cheaper', from: 4800, to: 4000 }]],
    ['no stock', fine, { ...fine, trouble: 'sold_out' }, [{ kind: 'sold_out' }]],
    ['too little stock', fine, { ...fine, trouble: 'not_enough' }, [{ kind: 'fewer' }]],
    ['stock again', { ...fine, trouble: 'sold_out' }, fine, [{ kind: 'back' }]],
    ['enough again', { ...fine, trouble: 'not_enough' }, fine, [{ kind: 'back' }]],
    [
      'less stock still',
      { ...fine, trouble: 'not_enough' },
      { ...fine, trouble: 'sold_out' },
      [{ kind: 'sold_out' }],
    ],
    ['some stock', { ...fine, trouble: 'sold_out' }, { ...fine, trouble: 'not_enough' }, [{ kind: 'fewer' }]],
    [
      'both',
      fine,
      { amount: 5000, trouble: 'not_enough' },
      [{ kind: 'fewer' }, { kind: 'dearer', from: 4800, to: 5000 }],
    ],
    ['a price that nobody can pay', fine, { amount: 5000, trouble: 'sold_out' }, [{ kind: 'sold_out' }]],
    ['a price where there was none', { amount: null, trouble: 'sold_out' }, fine, [{ kind: 'back' }]],
    ['no price any more', fine, { amount: null, trouble: 'sold_out' }, [{ kind: 'sold_out' }]],
    ['other quantities', fine, { ...fine, trouble: 'quantity' }, [{ kind: 'quantity' }]],
    ['any quantity again', { ...fine, trouble: 'quantity' }, fine, []],
    ['trouble that was seen', { ...fine, trouble: 'sold_out' }, { amount: 1, trouble: 'sold_out' }, []],
  ])('tells of %s', (_, seen, now, expected) => {
    expect(changesOf(seen, now)).toEqual(expected)
  })
})
