import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { showReturn } from '../actions/show.ts'
import type { ReturnView } from '../contract.ts'
import { ReturnDetail } from './return-detail.tsx'

export interface ShownReturn {
  view: ReturnView
  watchKey: string
}

/** A return of the visitor's with the key by which its page follows it; null for one of somebody else, as for none. */
export function loadReturn(ctx: Ctx, slug: string): Promise<ShownReturn | null> {
  return showReturn(ctx, slug)
}

/** The return, on a page that follows it. */
export function WatchedReturn({
  shown: { view, watchKey },
  here,
  ctx,
}: {
  shown: ShownReturn
  here: string
  ctx: Ctx
}): ReactNode {
  return (
    <div className="return-detail" data-live-key={watchKey}>
      <Island name="order-watch" k="order-watch" on="load" props={{ order: view.order.slug, waits: false }} />
      <ReturnDetail view={view} here={here} ctx={ctx} />
    </div>
  )
}
