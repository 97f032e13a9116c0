import { hour } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { eachOf } from '#platform/server/jobs/each.ts'
import { mayGoOn } from '#platform/server/rate.ts'
import { mostlyHeld } from '../queries/holds.ts'

/** So few unpaid orders of one SKU are an ordinary evening. */
const fewestOrders = 5
/** SKUs that are named at once. */
const most = 20
/** Said of each SKU once in an hour. */
const alarms = { name: 'stock.alarm', most: 1, within: hour }

/**
 * Tells the operator when unpaid orders hold most of a SKU: limits on networks do not stop somebody who has many of
 * those, and whose orders nobody cancels before their hold ends.
 */
export async function watchHolds({ db, now, log }: Pick<Ctx, 'db' | 'now' | 'log'>): Promise<void> {
  const all = await mostlyHeld(db, fewestOrders, most)
  await eachOf(
    all,
    ({ sku }) => sku,
    async (held) => {
      if (await mayGoOn(db, alarms, held.sku, now))
        log.warn(
          held,
          'unpaid orders hold half of what is on hand, or more: `violet orders list --unpaid` names them, `violet orders cancel` gives their units back',
        )
    },
  )
}
