import type { Logger } from 'pino'
import { guarded } from '#platform/server/guarded.ts'
import { openLiquid, type Liquid } from '#platform/server/liquid/open-liquid.ts'
import type { PageCache } from '#platform/server/pages/page-cache.ts'
import { leftOutTag } from '#storefront/liquid/load-liquid.ts'

/** Milliseconds after which pages that lack a part of their theme are made anew. */
const retries = 10_000

export interface Templates {
  engine: Liquid
  wasBusy(): void
  close(): Promise<void>
}

/** What renders the sections of the merchant's own. */
export function openTemplates(log: Logger, cache: Pick<PageCache, 'change'>): Templates {
  const engine = openLiquid({ log })
  let timer: NodeJS.Timeout | null = null
  const again = (): void => {
    timer = null
    cache.change([leftOutTag], true)
  }
  return {
    engine,
    wasBusy() {
      timer ??= setTimeout(guarded(log, 'making pages anew that lack a section', again), retries).unref()
    },
    async close() {
      if (timer !== null) clearTimeout(timer)
      await engine.close()
    },
  }
}
