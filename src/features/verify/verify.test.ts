import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { minute, second } from '#domain/time.ts'
import { runIdempotent } from '#platform/server/idempotency.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { freshDatabase } from '#test/database.ts'
import { testCtx } from '#test/test-ctx.ts'
import { gapIn } from '#test/puzzle-eyes.ts'
import { checkVerification } from './actions/check.ts'
import { askQuestion, createVerification } from './actions/create.ts'
import type { GivenTrack, Issued, Puzzle, Way } from './contract.ts'
import { solve } from './islands/verify/solve.ts'
import { pruneVerifications } from './queries.ts'
import { spendVerification } from './rules/judge.ts'
import { calm, handTrack } from './rules/tracks-for-tests.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const later = (ms: number): Date => new Date(noon.getTime() + ms)
const required = { ok: false, problem: { name: 'verification_required' } }
const failed = { ok: false, problem: { name: 'verification_failed' } }

/** A browser with its cookies; each of its requests comes at a moment of its own. */
function browser(db: Database, ip = '192.0.2.1') {
  const cookies: Record<string, string> = {}
  const at = (now: Date): Ctx =>
    testCtx(db, {
      now,
      visitor: {
        ip,
        cookies,
        setCookie: (name, value) => void (cookies[name] = value!),
      },
    })
  return {
    cookies,
    at,
    begin: async (way: Way = 'slide', now = noon): Promise<Issued> => {
      const issued = await createVerification(at(now), { way })
      if (!issued.ok) throw new Error(issued.problem.name)
      return issued.value
    },
    check: (verifyId: string, track: GivenTrack | null, now = later(5 * second), verifyAnswer = '') =>
      checkVerification(at(now), { verifyId, track, verifyAnswer }),
    spend: (verifyId: string, now = later(10 * second), verifyAnswer = '') => {
      const ctx = at(now)
      return ctx.transact((tx) => spendVerification(ctx, tx, { verifyId, verifyAnswer }, 'test'))
    },
  }
}

async function shop() {
  const { db } = await freshDatabase()
  return {
    db,
    mei: browser(db),
    row: async () => (await db.pool.query('select * from verifications')).rows[0],
  }
}

function drag(puzzle: Puzzle, off = 0): GivenTrack {
  if (puzzle.way !== 'slide') throw new Error('there is nothing to drag')
  const { by, samples } = handTrack(gapIn(puzzle.image, puzzle.piece) + off, calm)
  return { by, samples: samples.map(([time, x, y]) => [time, x, y]) }
}

async function passed() {
  const { mei, ...rest } = await shop()
  const { verifyId, puzzle } = await mei.begin()
  expect(await mei.check(verifyId, drag(puzzle))).toEqual({ ok: true, value: { verifyId } })
  return { ...rest, mei, verifyId, puzzle }
}

it('is passed by a hand that drags the piece into the gap, and is spent once', async () => {
  const { mei, row, verifyId } = await passed()
  expect(await mei.spend(verifyId)).toMatchObject({ ok: true })
  expect(await row()).toMatchObject({ tries: 1, spent_for: 'test' })
  expect(await mei.spend(verifyId)).toEqual(required)
})

it('gives a guest a short-lived cookie of its own, and stores neither it nor the id', async () => {
  const { mei, row } = await shop()
  const { verifyId } = await mei.begin()
  const token = mei.cookies['__Host-violet_verify']!
  expect(token).toMatch(/^[\w-]{43}$/)
  const { key, browser: kept } = await row()
  expect([key, kept]).toEqual([verifyId, token].map((text) => createHash('sha256').update(text).digest()))
  await mei.begin()
  expect(mei.cookies['__Host-violet_verify']).toBe(token)
})

it('cannot be spent before it is passed, nor checked again after', async () => {
  const { mei } = await shop()
  const { verifyId, puzzle } = await mei.begin()
  expect(await mei.spend(verifyId)).toEqual(required)
  expect(await mei.check(verifyId, drag(puzzle))).toMatchObject({ ok: true })
  expect(await mei.check(verifyId, drag(puzzle))).toEqual(required)
})

it('is of no use in another browser: neither to check nor to spend', async () => {
  const { db, mei } = await shop()
  const { verifyId, puzzle } = await mei.begin()
  const thief = browser(db)
  expect(await thief.check(verifyId, drag(puzzle))).toEqual(required)
  await thief.begin()
  expect(await thief.check(verifyId, drag(puzzle))).toEqual(required)
  await mei.check(verifyId, drag(puzzle))
  expect(await thief.spend(verifyId)).toEqual(required)
  expect(await mei.spend(verifyId)).toMatchObject({ ok: true })
})

it('expires after five minutes, and so does a pass', async () => {
  const { mei } = await shop()
  const first = await mei.begin()
  expect(await mei.check(first.verifyId, drag(first.puzzle), later(5 * minute))).toEqual(required)
  const next = await mei.begin()
  const at = later(5 * minute - 1)
  expect(await mei.check(next.verifyId, drag(next.puzzle), at)).toMatchObject({ ok: true })
  expect(await mei.spend(next.verifyId, later(10 * minute - 1))).toEqual(required)
  expect(await mei.spend(next.verifyId, later(10 * minute - 2))).toMatchObject({ ok: true })
})

it('counts wrong tries although it refuses them; the fourth is not judged, right as it is', async () => {
  const { mei, row } = await shop()
  const { verifyId, puzzle } = await mei.begin()
  for (let n = 0; n < 3; n++) expect(await mei.check(verifyId, drag(puzzle, -20))).toEqual(failed)
  expect(await mei.check(verifyId, drag(puzzle))).toEqual(required)
  expect(await row()).toMatchObject({ tries: 3, passed_at: null })
})

it('judges three of forty parallel guesses', async () => {
  const { mei } = await shop()
  const { verifyId, puzzle } = await mei.begin()
  const answers = await Promise.all(Array.from({ length: 40 }, () => mei.check(verifyId, drag(puzzle, -20))))
  const names = answers.map((answer) => (answer.ok ? 'passed' : answer.problem.name))
  expect(names.filter((name) => name === 'verification_failed')).toHaveLength(3)
  expect(names.filter((name) => name === 'verification_required')).toHaveLength(37)
})

it('refuses a machine at the right place, and a track for a question', async () => {
  const { mei } = await shop()
  const { verifyId, puzzle } = await mei.begin()
  const { samples } = drag(puzzle) as { samples: [number, number, number][] }
  const end = samples.at(-1)![1]
  const even = Array.from({ length: 30 }, (_, n): [number, number, number] => [
    n * 30,
    Math.round((n / 29) * end),
    n % 2,
  ])
  expect(await mei.check(verifyId, { by: 'pointer', samples: even })).toEqual(failed)
  const question = await mei.begin('question')
  expect(await mei.check(question.verifyId, drag(puzzle))).toEqual(failed)
})

/** Eight at once, all of them ready before the first goes on. @returns how many were let pass */
async function racers(run: (meet: () => Promise<void>) => Promise<boolean>): Promise<number> {
  let waiting = 8
  let open!: () => void
  const all = new Promise<void>((resolve) => (open = resolve))
  const meet = (): Promise<void> => {
    if (--waiting === 0) open()
    return all
  }
  const results = await Promise.all(Array.from({ length: 8 }, () => run(meet)))
  return results.filter(Boolean).length
}

it('passes one of eight parallel checks, and lets one of eight parallel actions spend it', async () => {
  const { mei } = await shop()
  const { verifyId, puzzle } = await mei.begin()
  const track = drag(puzzle)
  const checked = await racers(async (meet) => {
    await meet()
    return (await mei.check(verifyId, track)).ok
  })
  const spent = await racers(async (meet) => {
    await meet()
    return (await mei.spend(verifyId)).ok
  })
  expect([checked, spent]).toEqual([1, 1])
})

it('would notice a check that reads before it writes: of eight planted ones, all pass', async () => {
  const { db, mei } = await shop()
  await mei.begin()
  const planted = await racers(async (meet) => {
    const { rows } = await db.pool.query('select from verifications where passed_at is null')
    await meet()
    await db.pool.query('update verifications set passed_at = $1', [later(1)])
    return rows.length === 1
  })
  expect(planted).toBe(8)
})

it('answers a repeated request with its first answer, and leaves the pass to be spent', async () => {
  const { mei } = await shop()
  const { verifyId, puzzle } = await mei.begin()
  const body = { verifyId, track: drag(puzzle), verifyAnswer: '' }
  const send = () =>
    runIdempotent(
      mei.at(later(5 * second)),
      { scope: 'test', key: 'once', path: '/verify/check', body },
      () => [],
      (ctx) => checkVerification(ctx, body),
    )
  expect(await send()).toMatchObject({ kind: 'answered', result: { ok: true } })
  expect(await send()).toMatchObject({ kind: 'replayed', answer: { verifyId } })
  expect(await mei.spend(verifyId)).toMatchObject({ ok: true })
})

it('gives the pass back when the action that spends it is rolled back', async () => {
  const { mei, verifyId } = await passed()
  const ctx = mei.at(later(10 * second))
  const action = ctx.transact(async (tx) => {
    await spendVerification(ctx, tx, { verifyId }, 'test')
    throw new Error('something else went wrong')
  })
  await expect(action).rejects.toThrow('something else')
  expect(await mei.spend(verifyId)).toMatchObject({ ok: true })
})

it('is passed by work of the asked difficulty, and by no other number', async () => {
  const { mei } = await shop()
  const { verifyId, puzzle } = await mei.begin('work')
  const bits = puzzle.way === 'work' ? puzzle.bits : 0
  expect(bits).toBe(17)
  const nonce = await solve(verifyId, bits, () => true)
  expect(await mei.check(verifyId, { nonce: `${Number(nonce) + 1}` })).toEqual(failed)
  expect(await mei.check(verifyId, { nonce: nonce! })).toMatchObject({ ok: true })
})

it('asks a network that comes often for eight times the work', async () => {
  const { mei } = await shop()
  const bits = async (): Promise<unknown> => {
    const { puzzle } = await mei.begin('work')
    return puzzle.way === 'work' && puzzle.bits
  }
  for (let n = 0; n < 20; n++) expect(await bits()).toBe(17)
  expect(await bits()).toBe(20)
})

async function answerIn(db: Database): Promise<string> {
  const { rows } = await db.pool.query<{ wanted: number }>('select wanted from verifications')
  return `${rows[0]!.wanted}`
}

it('lets a form without scripts send the answer along: judged and spent in one go, once', async () => {
  const { db, mei } = await shop()
  const question = await askQuestion(mei.at(noon))
  const { verifyId } = question!
  const answer = await answerIn(db)
  expect(await mei.spend(verifyId, later(9 * second), '99')).toEqual(failed)
  expect(await mei.spend(verifyId, later(10 * second), answer)).toMatchObject({ ok: true })
  expect(await mei.spend(verifyId, later(11 * second), answer)).toEqual(required)
})

it('judges two answers to a question, then wants another one', async () => {
  const { db, mei } = await shop()
  const { verifyId } = await mei.begin('question')
  for (let n = 0; n < 2; n++) expect(await mei.spend(verifyId, later(second), '99')).toEqual(failed)
  expect(await mei.spend(verifyId, later(second), await answerIn(db))).toEqual(required)
})

it('takes an answer that was checked in the page before its form went out', async () => {
  const { db, mei } = await shop()
  const { verifyId } = await mei.begin('question')
  const answer = await answerIn(db)
  expect(await mei.check(verifyId, null, later(second), answer)).toMatchObject({ ok: true })
  expect(await mei.spend(verifyId, later(2 * second), answer)).toMatchObject({ ok: true })
})

it.each([
  ['slide', 60, { hours: 0, minutes: 10 }],
  ['question', 20, { hours: 1, minutes: 0 }],
] as const)('gives one network so many puzzles, whichever browser asks: %s, %d', async (way, most, wait) => {
  const { db } = await shop()
  const ask = (ip: string, now = noon) => createVerification(browser(db, ip).at(now), { way })
  const own = Array.from({ length: most }, (_, n) => `2001:db8:1:2::${n.toString(16)}`)
  for (const ip of own) expect(await ask(ip)).toMatchObject({ ok: true })
  expect(await ask('2001:db8:1:2:ffff::1')).toEqual({
    ok: false,
    problem: { name: 'too_many_requests', details: wait },
  })
  expect(await ask('2001:db8:1:3::1')).toMatchObject({ ok: true })
  expect(await ask('2001:db8:1:2::1', later(60 * minute))).toMatchObject({ ok: true })
})

it('deletes what is long expired, and nothing that can be used', async () => {
  const { db, mei } = await shop()
  await mei.begin()
  await mei.begin('work', later(60 * minute))
  await pruneVerifications(db, later(30 * minute))
  const { rows } = await db.pool.query('select way from verifications')
  expect(rows).toEqual([{ way: 'work' }])
})
