import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import type { CheckoutView } from '../contract.ts'
import { createDesk, type Answer, type Draft } from './desk.ts'
import { exampleView } from './example-view.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const contact = (email: string): Draft => ({ contact: { email, marketing: false } })
const lost: Answer<CheckoutView> = { ok: false, problem: { name: null, text: 'offline', fields: {} } }

/** A desk whose server keeps what it is sent, and answers when it is told to. */
function open(answers: Answer<CheckoutView>[] = []): {
  desk: ReturnType<typeof createDesk>
  sent: Draft[]
  leave: Mock<() => void>
} {
  const sent: Draft[] = []
  const leave = vi.fn<() => void>()
  const desk = createDesk(exampleView(), {
    save: async (draft) => {
      sent.push(draft)
      return answers.shift() ?? { ok: true, value: exampleView({ note: `answer ${sent.length}` }) }
    },
    isLost: ({ name }) => name === null,
    leave,
  })
  return { desk, sent, leave }
}

describe('what is typed', () => {
  it('is sent once, when the keys rest', async () => {
    const { desk, sent } = open()
    for (const email of ['a', 'ad', 'ada']) {
      desk.type(contact(email))
      await vi.advanceTimersByTimeAsync(300)
    }
    expect([sent, desk.state().saving]).toEqual([[], 'saving'])
    await vi.advanceTimersByTimeAsync(500)
    expect(sent).toEqual([contact('ada')])
    expect([desk.state().saving, desk.state().view.note]).toEqual(['saved', 'answer 1'])
  })

  it('goes in one with what else was typed, the last word winning', async () => {
    const { desk, sent } = open()
    desk.type(contact('a'))
    desk.type({ note: 'first' })
    desk.type({ note: 'last', billing: null })
    expect(await desk.flush()).toBe(true)
    expect(sent).toEqual([{ ...contact('a'), note: 'last', billing: null }])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent).toHaveLength(1)
  })

  it('that was lost on the way is sent again, with what was typed since', async () => {
    const { desk, sent } = open([lost])
    desk.type({ ...contact('a'), note: 'first' })
    expect(await desk.flush()).toBe(false)
    expect(desk.state().saving).toBe('failed')
    desk.type({ note: 'later' })
    await vi.advanceTimersByTimeAsync(500)
    expect(sent[1]).toEqual({ ...contact('a'), note: 'later' })
    expect(desk.state().saving).toBe('saved')
  })

  it('that was lost is tried again by itself', async () => {
    const { desk, sent } = open([lost])
    desk.type({ note: 'kept' })
    await vi.advanceTimersByTimeAsync(500)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(sent).toEqual([{ note: 'kept' }, { note: 'kept' }])
    expect(desk.state().saving).toBe('saved')
  })

  it('that is refused is not sent for ever', async () => {
    const { desk, sent, leave } = open([
      { ok: false, problem: { name: 'checkout_done', text: 'It is an order.', fields: {} } },
    ])
    desk.type({ note: 'late' })
    expect(await desk.flush()).toBe(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
    expect(desk.state().saving).toBe('failed')
    // The page leaves for the order that the checkout has become.
    expect(leave).toHaveBeenCalledTimes(1)
  })
})

describe('a page that is left', () => {
  const busyFor = (ms: number) => async (): Promise<Answer<CheckoutView>> => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return { ok: true, value: exampleView() }
  }

  it('sends what is typed without waiting for a call under way', () => {
    const { desk, sent } = open()
    void desk.ask(busyFor(300))
    desk.type({ note: 'last words' })
    desk.leave()
    expect(sent).toEqual([{ note: 'last words' }])
  })

  it('sends what waits for its turn, once', async () => {
    const { desk, sent } = open()
    void desk.ask(busyFor(300))
    desk.type({ note: 'waits' })
    await vi.advanceTimersByTimeAsync(200)
    const flushed = desk.flush()
    desk.leave()
    expect(sent).toEqual([{ note: 'waits' }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([await flushed, sent.length, desk.state().saving]).toEqual([true, 1, 'saved'])
  })

  it('that comes back has what did not arrive', async () => {
    const { desk, sent } = open([lost])
    desk.type({ note: 'kept' })
    desk.leave()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(sent).toEqual([{ note: 'kept' }, { note: 'kept' }])
    expect(desk.state().saving).toBe('saved')
  })
})

it('sends what was refused again with the next press, though nothing else was typed', async () => {
  const busy: Answer<CheckoutView> = {
    ok: false,
    problem: { name: 'too_many_requests', text: '', fields: {} },
  }
  const { desk, sent } = open([busy])
  desk.type(contact('ada@example.org'))
  expect(await desk.flush()).toBe(false)
  expect(await desk.flush()).toBe(true)
  expect(sent).toEqual([contact('ada@example.org'), contact('ada@example.org')])
  expect(desk.state().saving).toBe('saved')
})

describe('wishes', () => {
  it('are asked for one after the other, and the answers shown in that order', async () => {
    const { desk } = open()
    const order: string[] = []
    const wish = (note: string, ms: number): Promise<Answer<CheckoutView>> =>
      desk.ask(
        async () => {
          await new Promise((resolve) => setTimeout(resolve, ms))
          order.push(note)
          return { ok: true, value: exampleView({ note }) }
        },
        (view) => view,
      )
    const both = [wish('slow', 300), wish('quick', 10)]
    expect(desk.state().pending).toBe(true)
    await vi.advanceTimersByTimeAsync(400)
    await Promise.all(both)
    expect(order).toEqual(['slow', 'quick'])
    expect([desk.state().view.note, desk.state().pending]).toEqual(['quick', false])
  })

  it('that are refused leave the checkout as it was', async () => {
    const { desk, leave } = open()
    const answer = await desk.ask<CheckoutView>(
      async () => ({ ok: false, problem: { name: 'shipping_unavailable', text: 'No.', fields: {} } }),
      (view) => view,
    )
    expect(answer.ok).toBe(false)
    await vi.advanceTimersByTimeAsync(0)
    expect([desk.state().view, desk.state().pending]).toEqual([exampleView(), false])
    expect(leave).not.toHaveBeenCalled()
  })

  it('come after all that was typed before them', async () => {
    const { desk, sent } = open()
    desk.type({ note: 'first' })
    const kept = desk.flush()
    let seen = -1
    await desk.ask(async () => {
      seen = sent.length
      return { ok: true, value: null }
    })
    expect([seen, await kept]).toEqual([1, true])
  })
})
