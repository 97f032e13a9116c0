import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startSchedule, type EachNodeLoop } from './schedule.ts'

const log = pino({ level: 'silent' })
const now = (): Date => new Date(Date.now())

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

function start(work: () => Promise<unknown>, more: Partial<EachNodeLoop> = {}) {
  const loop: EachNodeLoop = { name: 'tests.run', on: 'each node', every: 1_000, work, ...more }
  return startSchedule({ loops: [loop], log, now, jobsUrl: null })
}

it('runs a loop each time, soon again after a failure, and counts both', async () => {
  let runs = 0
  const schedule = start(async () => {
    runs += 1
    if (runs === 2) throw new Error('the second time it fails')
  })
  expect(schedule.runs()).toEqual([{ name: 'tests.run', succeeded: 0, failed: 0, endedAt: null }])
  await vi.advanceTimersByTimeAsync(2_600)
  expect(schedule.runs()).toEqual([
    { name: 'tests.run', succeeded: 2, failed: 1, endedAt: Date.parse('2026-11-22T12:00:02.500Z') },
  ])
  await schedule.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toBe(3)
})

it('tries a loop of long intervals again after half a second, then ever more rarely', async () => {
  const begun: number[] = []
  const schedule = start(
    async () => {
      begun.push(Date.now() - Date.parse('2026-11-22T12:00:00Z'))
      throw new Error('the database is away')
    },
    { every: 60_000 },
  )
  await vi.advanceTimersByTimeAsync(64_000)
  expect(begun).toEqual([60_000, 60_500, 61_500, 63_500])
  await schedule.stop()
})

it('never begins a run while one is under way, and waits for it when it stops', async () => {
  const ends: (() => void)[] = []
  const schedule = start(() => new Promise<void>((end) => void ends.push(end)))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ends).toHaveLength(1)
  let stopped = false
  const stopping = schedule.stop().then(() => (stopped = true))
  await vi.advanceTimersByTimeAsync(0)
  expect(stopped).toBe(false)
  ends[0]!()
  await stopping
  expect(schedule.runs()).toMatchObject([{ succeeded: 1, failed: 0 }])
})

it('makes one run of several wishes, and another one when it was under way', async () => {
  const ends: (() => void)[] = []
  const schedule = start(() => new Promise<void>((end) => void ends.push(end)), { every: 3_600_000 })
  schedule.soon('tests.run', 100)
  schedule.soon('tests.run', 100)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ends).toHaveLength(1)
  schedule.soon('tests.run', 100)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ends).toHaveLength(1)
  ends[0]!()
  await vi.advanceTimersByTimeAsync(100)
  expect(ends).toHaveLength(2)
  ends[1]!()
  await schedule.stop()
})

it('tries what has to be done once until it succeeds', async () => {
  let runs = 0
  const schedule = start(
    async () => {
      runs += 1
      if (runs < 3) throw new Error('not yet')
    },
    { once: true },
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs).toBe(3)
  expect(schedule.runs()).toMatchObject([{ succeeded: 1, failed: 2 }])
  await schedule.stop()
})

it('refuses two loops of one name', () => {
  const loop: EachNodeLoop = { name: 'tests.run', on: 'each node', every: 1_000, work: async () => {} }
  expect(() => startSchedule({ loops: [loop, loop], log, now, jobsUrl: null })).toThrow('the same name')
})
