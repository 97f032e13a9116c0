import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { guarded } from './guarded.ts'

it('logs what a listener throws, puts it right, and lets nothing out', () => {
  const logged: unknown[] = []
  const closed: number[] = []
  const events = new EventEmitter()
  const fall = (number: number): void => {
    if (number === 2) throw new Error('fell over the second')
  }
  events.on(
    'step',
    guarded({ error: (...line: unknown[]) => void logged.push(line) }, 'a step', fall, (number) =>
      closed.push(number),
    ),
  )
  for (const number of [1, 2, 3]) events.emit('step', number)
  expect(logged).toEqual([[{ err: new Error('fell over the second') }, 'a step failed']])
  expect(closed).toEqual([2])
})
