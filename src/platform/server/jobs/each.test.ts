import { describe, expect, it } from 'vitest'
import type { Database, Tx } from '../db/db.ts'
import { doAll, doTogether, eachClaimed, eachDue, eachLeased } from './each.ts'

/** Rows that are due until they are done, of which some fail each time. */
function table(count: number, poisoned: readonly number[]) {
  const due = new Set(Array.from({ length: count }, (_, index) => index + 1))
  const done: number[] = []
  return {
    done,
    find: (after: number, limit: number) =>
      [...due]
        .filter((id) => id > after)
        .slice(0, limit)
        .map((id) => ({ id })),
    except: (ids: readonly number[]) => [...due].filter((id) => !ids.includes(id)),
    async change(id: number): Promise<boolean> {
      if (poisoned.includes(id)) throw new Error(`planted in ${id}`)
      due.delete(id)
      done.push(id)
      return true
    },
  }
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => new Error('nothing failed'),
    (error: Error) => error,
  )
}

const db = { transact: (work: (tx: Tx) => Promise<unknown>) => work({} as Tx) } as Pick<Database, 'transact'>

it('does all pieces whatever the others did, and reports every fault', async () => {
  const done: string[] = []
  const piece = (name: string) => async () => void done.push(name)
  const failing = (name: string) => () => Promise.reject(new Error(name))
  await doAll([piece('a'), piece('b')])
  expect(done.splice(0)).toEqual(['a', 'b'])
  const one = await failureOf(doAll([failing('first'), piece('a')]))
  expect([one.message, done.splice(0)]).toEqual(['first', ['a']])
  const two = await failureOf(doAll([failing('first'), piece('a'), failing('second'), piece('b')]))
  expect(two).toBeInstanceOf(AggregateError)
  expect([two.message, done]).toEqual(['first; second', ['a', 'b']])
})

describe('rows that are due', () => {
  it('are found in batches, each changed once', async () => {
    const { find, change, done } = table(7, [])
    expect(
      await eachDue(
        'row',
        async (after) => find(after, 2),
        ({ id }) => change(id),
      ),
    ).toBe(7)
    expect(done).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('are not held up by those that fail, though these fill whole batches', async () => {
    const { find, change, done } = table(9, [1, 2, 3, 4, 5, 6, 8])
    const fault = await failureOf(
      eachDue(
        'row',
        async (after) => find(after, 2),
        ({ id }) => change(id),
      ),
    )
    expect(done).toEqual([7, 9])
    expect((fault as AggregateError).errors.map(String)).toEqual(
      [1, 2, 3, 4, 5, 6, 8].map((id) => `Error: row ${id}: planted in ${id}`),
    )
  })

  it('are not looked for again when they cannot be found, and what failed before is reported, too', async () => {
    const { find, change, done } = table(3, [1])
    let asked = 0
    const fault = await failureOf(
      eachDue(
        'row',
        async (after) => {
          asked += 1
          if (asked === 2) throw new Error('the database is away')
          return find(after, 2)
        },
        ({ id }) => change(id),
      ),
    )
    expect([asked, done, fault.message]).toEqual([2, [2], 'row 1: planted in 1; the database is away'])
  })

  it('are reported one by one up to twenty, the others by their number', async () => {
    const all = Array.from({ length: 30 }, (_, index) => index + 1)
    const { find, change } = table(30, all)
    const fault = await failureOf(
      eachDue(
        'row',
        async (after) => find(after, 7),
        ({ id }) => change(id),
      ),
    )
    expect((fault as AggregateError).errors).toHaveLength(20)
    expect(fault.message).toMatch(/^row 1: planted in 1; .*; row 20: planted in 20; and 10 more$/)
  })
})

it('begins all pieces before the first has ended, and reports every fault', async () => {
  const first = Promise.withResolvers<void>()
  const both = doTogether([
    () => first.promise,
    () => {
      first.resolve()
      return Promise.reject(new Error('second'))
    },
  ])
  expect((await failureOf(both)).message).toBe('second')
})

describe('rows that are claimed', () => {
  const claims = (rows: ReturnType<typeof table>) => ({
    claim: async (_: Tx, failed: readonly number[]) => rows.except(failed)[0] ?? null,
    keyOf: (id: number) => id,
    nameOf: (id: number) => `no. ${id}`,
    work: (_: Tx, id: number) => rows.change(id),
  })

  it('are all done but for those that fail', async () => {
    const rows = table(6, [1, 2, 3, 5])
    const fault = await failureOf(eachClaimed(db, claims(rows)))
    expect(rows.done).toEqual([4, 6])
    expect(fault.message).toBe(
      'no. 1: planted in 1; no. 2: planted in 2; no. 3: planted in 3; no. 5: planted in 5',
    )
    expect(await eachClaimed(db, claims(table(3, [])))).toBe(3)
  })

  it('are worked on several at once, each once, and one that fails for two claimers is reported once', async () => {
    const rows = table(9, [4])
    const locked = new Set<number>()
    const [together, most] = [{ now: 0, most: 0 }, 3]
    const claim = async (_: Tx, failed: readonly number[]) => {
      const row = rows.except(failed).find((id) => !locked.has(id)) ?? null
      // That which fails is let go of before anybody knows that it does.
      if (row !== null && row !== 4) locked.add(row)
      return row
    }
    const work = async (_: Tx, id: number) => {
      together.now += 1
      together.most = Math.max(together.most, together.now)
      await new Promise((resolve) => setImmediate(resolve))
      together.now -= 1
      return rows.change(id)
    }
    const fault = await failureOf(eachClaimed(db, { ...claims(rows), claim, work }, most))
    expect(rows.done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 5, 6, 7, 8, 9])
    expect(together.most).toBe(most)
    expect(fault.message).toBe('no. 4: planted in 4')
  })

  it('are not asked for again when they cannot be claimed', async () => {
    let asked = 0
    const claim = () => {
      asked += 1
      return Promise.reject(new Error('the database is away'))
    }
    const fault = await failureOf(eachClaimed(db, { ...claims(table(1, [])), claim }))
    expect([asked, fault.message]).toEqual([1, 'the database is away'])
  })
})

describe('rows that are leased', () => {
  const leases = (rows: ReturnType<typeof table>, atOnce: number) => ({
    kind: 'row',
    next: async (failed: readonly number[]) =>
      rows
        .except(failed)
        .slice(0, atOnce)
        .map((id) => ({ id })),
    lease: async ({ id }: { id: number }) => id,
    work: (id: number) => rows.change(id),
  })

  it.each([1, 4])('are all done but for those that fail, %i at once', async (atOnce) => {
    const rows = table(9, [1, 2, 3, 4, 5, 7])
    const fault = await failureOf(eachLeased(leases(rows, atOnce)))
    expect(rows.done).toEqual([6, 8, 9])
    expect((fault as AggregateError).errors).toHaveLength(6)
  })

  it('are not held up by one that cannot be leased', async () => {
    const rows = table(3, [])
    const lease = async ({ id }: { id: number }) => {
      if (id === 1) throw new Error('it is broken')
      return id
    }
    const fault = await failureOf(eachLeased({ ...leases(rows, 1), lease }))
    expect([rows.done, fault.message]).toEqual([[2, 3], 'row 1: it is broken'])
  })
})
