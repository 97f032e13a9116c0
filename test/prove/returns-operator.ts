/*
 * `node returns-operator.ts <database> <seed> <shop.json>`: decides about returns as fast as it can, until it is killed,
 * which happens to it in the middle of anything. The proof `returns-killed` starts it.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import type { OrderWork } from '#features/orders/rules/announce.ts'
import { approveReturn, completeReturn, receiveReturn, refuseReturn } from '#features/returns/shop/decide.ts'
import { recountReturn } from '#features/returns/shop/recount.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { openDatabase } from '#platform/server/db/db.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { seeded } from './seeded.ts'

const [url = '', seed = '1', settings = ''] = process.argv.slice(2)
const random = seeded(Number(seed))
const log = pino({ level: 'silent' })
const db = openDatabase({ url, pool: 4, log })
const shop = { ...shopConfig.parse(JSON.parse(await readFile(settings, 'utf8'))), theme: defaultTheme }

function workNow(): OrderWork {
  return { db, transact: db.transact, now: new Date(), live: { tell: () => {} }, shop }
}

interface Open {
  number: string
  isAsked: boolean
  needsParcel: boolean
  isReceived: boolean
}

/** Half of what is open waits; the rest is decided two by two, as by two people. */
async function decideSome(): Promise<void> {
  const { rows } = await db.pool.query<Open>(
    `select number, audit_status = 'pending_approval' as "isAsked", type <> 'refund_only' as "needsParcel",
       received_at is not null as "isReceived"
     from returns where status = 'pending_approval' order by random() limit 6`,
  )
  const both = (decide: () => Promise<unknown>) => Promise.allSettled([decide(), decide()])
  for (const { number, isAsked, needsParcel, isReceived } of rows) {
    const chance = random()
    const part = chance < 0.2 ? { p4: 1 } : null
    if (isAsked && chance > 0.9) await both(() => refuseReturn(workNow(), number, 'It was worn.'))
    else if (isAsked) await both(() => approveReturn(workNow(), number, part, 'It was worn.'))
    else if (needsParcel && !isReceived)
      await both(() => receiveReturn(workNow(), number, part, () => chance < 0.5))
    else if (needsParcel && chance < 0.1)
      await both(() => recountReturn(workNow(), number, part, () => chance < 0.05))
    else if (chance > 0.95) await both(() => refuseReturn(workNow(), number, 'It was worn.'))
    else await both(() => completeReturn(workNow(), number))
  }
}

process.stdout.write('at work\n')
for (;;) {
  // PostgreSQL is away: that is what happens here.
  await decideSome().catch(() => sleep(100))
  await sleep(10)
}
