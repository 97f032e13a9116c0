import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { onTestFinished } from 'vitest'
import { openMails } from '#app/mails.ts'
import { loopsOf } from '#app/schedule.ts'
import { openStore } from '#features/media/store.ts'
import type { DemoGateway } from '#features/payments/demo/gateway.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { Providers } from '#platform/server/pay.ts'
import type { ContextParts } from '#platform/server/request.ts'
import { program } from '#storefront/dictionaries.ts'
import { orderVisitor } from '../order-visitor.ts'

/* For tests of what the shop does by itself: its loops as the schedule has them, run by hand. */

interface LoopOptions {
  now: () => Date
  shop?: (shop: Ctx['shop']) => Ctx['shop']
  live?: Ctx['live']
  providers?: Providers
  gateway?: DemoGateway | null
  log?: Logger
}

/** Runs a loop once, by its name; rejects with what failed in it. */
export async function loopsIn(
  db: Database,
  { now, shop = (own) => own, live, providers = new Map(), gateway = null, log }: LoopOptions,
): Promise<(name: string) => Promise<unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'violet-loops-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const silent = pino({ level: 'silent' })
  const visitor = (): Ctx => {
    const { ctx } = orderVisitor(db, null, { now: now() })
    return { ...ctx, shop: shop(ctx.shop), log: log ?? silent, live: live ?? ctx.live }
  }
  const parts = {
    origin: () => 'https://shop.example',
    shop: () => visitor().shop,
    words: () => program.words,
  }
  const config = readConfig({ DATA_DIR: folder })
  const loops = loopsOf({
    db,
    media: { store: openStore(folder), filmsDir: join(folder, 'films') },
    mails: openMails({ config, db, parts: parts as unknown as ContextParts, log: silent, now }),
    catchUp: () => Promise.resolve(),
    gateway,
    providers,
    orderWork: visitor,
    now,
  })
  return async (name) => loops.find((loop) => loop.name === name)!.work()
}
