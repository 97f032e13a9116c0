import { applyForReturn, previewReturn } from '#features/returns/actions/apply.ts'
import { cancelReturn, sendParcel } from '#features/returns/actions/change.ts'
import { saveReturnDraft } from '#features/returns/actions/draft.ts'
import { returnOptions } from '#features/returns/actions/options.ts'
import { listReturns, returnDetail } from '#features/returns/actions/show.ts'
import { withdrawOrder } from '#features/returns/actions/withdraw.ts'
import { saveReturnDraft as draftContract } from '#features/returns/contract/draft.ts'
import * as returns from '#features/returns/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { served, type Served } from '#platform/server/serve.ts'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'

/** The form that was sent, by its way. */
function toApplication(
  ctx: Pick<Ctx, 'shop' | 'langPath'>,
  fields: Readonly<Record<string, readonly string[]>>,
): string {
  const way = fields['way']?.includes('problem') ? 'problem' : undefined
  return linksFor(ctx.shop.router, ctx.langPath).orderReturn(fields['order']?.[0] || '-', way)
}

/** To the return that was made; a refused application with all that was typed, and its preview. */
const toApplied: NonNullable<Served['form']> = {
  next: (ctx, isDone, value, fields) =>
    isDone
      ? (value as Output<typeof returns.applyForReturn>).href
      : linksFor(ctx.shop.router, ctx.langPath).orderReturn(fields['order']?.[0] || '-'),
  done: 'return.applied',
  page: toApplication,
  files: { field: 'images', most: returns.mostReturnImages },
}

const toWithdrawn: NonNullable<Served['form']> = {
  next: (_ctx, _isDone, value) => (value as Output<typeof returns.withdrawOrder>).href,
  done: 'return.withdrawn',
  page: (ctx, fields) =>
    linksFor(ctx.shop.router, ctx.langPath).orderReturn(fields['order']?.[0] || '-', 'withdraw'),
}

const toDraft: NonNullable<Served['form']> = {
  next: (ctx, _isDone, _value, fields) => toApplication(ctx, fields),
  done: 'return.draft_saved',
  page: toApplication,
  files: { field: 'images', most: returns.mostReturnImages },
}

/** Its forms name the redirect; a refused one is answered by the return's own page, which shows its state. */
function toReturnPage(done: NonNullable<Served['form']>['done']): NonNullable<Served['form']> {
  return {
    next: (ctx, _isDone, value) =>
      linksFor(ctx.shop.router, ctx.langPath).returnDetail((value as returns.ReturnView | null)?.slug ?? '-'),
    done,
    page: (ctx, fields) => {
      const links = linksFor(ctx.shop.router, ctx.langPath)
      const slug = fields['slug']?.[0] || '-'
      const own = links.userReturn(slug)
      return fields['next']?.includes(own) === true ? own : links.returnDetail(slug)
    },
  }
}

export const returnEndpoints: readonly Served[] = [
  served(returns.returnOptions, returnOptions),
  served(returns.previewReturn, previewReturn),
  served(returns.applyForReturn, applyForReturn, toApplied),
  served(returns.listReturns, listReturns),
  served(returns.returnDetail, returnDetail),
  served(returns.cancelReturn, cancelReturn, toReturnPage('return.cancel_done')),
  served(returns.sendParcel, sendParcel, toReturnPage('return.parcel_saved')),
  served(returns.withdrawOrder, withdrawOrder, toWithdrawn),
  served(draftContract, saveReturnDraft, toDraft),
]
