import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { turnsBetween } from '#features/promotions/queries/read.ts'
import { turnsAfter } from '#features/promotions/queries/terms.ts'
import { freshDatabase } from '#test/database.ts'
import { followTurns } from './turns.ts'

const log = pino({ level: 'silent' })

it('reports beginnings and ends once each, also those of promotions that are new, and of several at once', async () => {
  const { db } = await freshDatabase()
  let now = new Date('2026-12-01T10:00:00Z')
  const reported: string[] = []
  const offer = (slug: string, starts: string, ends: string | null) =>
    db.pool.query(
      `insert into promotions (slug, starts_at, ends_at, conditions, benefit) values ($1, $2, $3, '{}', '{"kind": "free-shipping"}')`,
      [slug, starts, ends],
    )
  await offer('noon', '2026-12-01T12:00:00Z', '2026-12-01T12:30:00Z')
  const turns = await followTurns({ db, log, now: () => now, turned: () => reported.push(now.toISOString()) })
  onTestFinished(() => turns.close())
  const passAt = (time: string): string[] => {
    now = new Date(`2026-12-01T${time}Z`)
    turns.pass()
    turns.pass()
    return reported.splice(0)
  }
  expect(passAt('11:59:59.999')).toEqual([])
  expect(passAt('12:00:00.000')).toEqual(['2026-12-01T12:00:00.000Z'])
  // What is announced meanwhile is read again, and empties no cache a second time.
  now = new Date('2026-12-01T12:00:30Z')
  turns.changed({ tags: ['promotions'] })
  await turns.settled()
  expect(passAt('12:00:30.000')).toEqual([])
  expect(passAt('12:29:00.000')).toEqual([])
  await offer('tea', '2026-12-01T12:31:00Z', null)
  turns.changed({ tags: ['list'] })
  turns.changed({ tags: ['promotions'] })
  await turns.settled()
  expect(passAt('12:40:00.000')).toEqual(['2026-12-01T12:40:00.000Z'])
  expect(passAt('23:00:00.000')).toEqual([])
})

it('reports nothing that is on no page: what is hidden, and coupons for whoever knows their code', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(`
    insert into promotions (slug, visible, ends_at, conditions, benefit)
      values ('hidden', false, '2026-12-01T12:00:00Z', '{}', '{"kind": "free-shipping"}');
    insert into coupons (slug, code, visible, claimable, limit_per_customer, stackable, ends_at, conditions, benefit)
      select code, code, code <> 'C', code <> 'B', 1, false, at::timestamptz, '{}', '{"kind": "free-shipping"}'
      from (values ('A', '2026-12-01T13:00:00Z'), ('B', '2026-12-01T12:10:00Z'), ('C', '2026-12-01T12:20:00Z')) v(code, at)`)
  const [begun, noon, one] = ['11', '12', '13'].map((hour) => new Date(`2026-12-01T${hour}:30:00Z`))
  expect(await turnsAfter(db, begun!)).toEqual([new Date('2026-12-01T13:00:00Z')])
  expect([await turnsBetween(db, begun!, noon!), await turnsBetween(db, noon!, one!)]).toEqual([false, true])
})

it('reports a moment by itself when nobody asks', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(
    `insert into promotions (slug, starts_at, conditions, benefit) values ('soon', now() + interval '300 milliseconds', '{}', '{"kind": "free-shipping"}')`,
  )
  const { rows } = await db.pool.query<{ at: Date }>('select starts_at as at from promotions')
  const reported = Promise.withResolvers<Date>()
  const turns = await followTurns({
    db,
    log,
    now: () => new Date(),
    turned: () => reported.resolve(new Date()),
  })
  onTestFinished(() => turns.close())
  const late = (await reported.promise).getTime() - rows[0]!.at.getTime()
  expect(late).toBeGreaterThanOrEqual(0)
  expect(late).toBeLessThan(1_000)
})
