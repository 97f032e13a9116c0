import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { openMedia } from '#features/media/rules/open-media.ts'
import type { Payments } from '#features/payments/rules/providers.ts'
import { readConfig } from '#platform/server/config.ts'
import { queuePush } from '#platform/server/jobs/outbox.ts'
import type { ContextParts } from '#platform/server/request.ts'
import { program } from '#storefront/dictionaries.ts'
import { freshDatabase } from '#test/database.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { startWork } from './work.ts'

it('waits for the push message under way, and begins no other', async () => {
  const { db, url } = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'violet-stopping-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const now = () => new Date('2026-11-21T12:00:00Z')
  const { ctx } = orderVisitor(db, null, { now: now() })
  for (const to of ['push:1', 'push:2'])
    await db.transact((tx) =>
      queuePush(tx, { kind: 'test.push', to, payload: '{}', notBefore: null }, ctx.origin, now()),
    )
  // The sender waits for the subscription of the first.
  const blocker = await db.pool.connect()
  await blocker.query('begin; lock table push_subscriptions in access exclusive mode')
  const states = async (): Promise<string[]> => {
    const { rows } = await db.pool.query<{ state: string }>('select state from outbox_mails order by id')
    return rows.map(({ state }) => state)
  }
  const payments = {
    gateway: null,
    providers: new Map(),
    stop: () => Promise.resolve(),
  } as unknown as Payments
  const parts = { origin: () => ctx.origin, shop: () => ctx.shop, words: () => program.words }
  const work = startWork({
    ...{ db, databaseUrl: url, payments, now, payWork: () => ctx, catchUp: () => Promise.resolve() },
    config: readConfig({ DATA_DIR: folder, DEMO_GATEWAY: 'off' }),
    parts: parts as unknown as ContextParts,
    media: openMedia(folder),
    log: pino({ level: 'silent' }),
  })
  const waits = async (): Promise<boolean> => {
    const { rows } = await blocker.query<{ waits: boolean }>(
      `select exists (select from pg_locks where relation = 'push_subscriptions'::regclass and not granted) as waits`,
    )
    return rows[0]!.waits
  }
  await expect.poll(waits, { timeout: 20_000 }).toBe(true)
  let hasStopped = false
  const stopped = work.stop().then(() => {
    hasStopped = true
  })
  // All that is not under way has ended by then.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(hasStopped).toBe(false)
  await blocker.query('rollback')
  blocker.release()
  await stopped
  expect(await states()).toEqual(['failed', 'waiting'])
}, 60_000)
