import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import { heartForm, type FavouriteType } from '../contract.ts'

/** What the hearts of one type submit. The product's stands in the frame of every page. */
export function HeartForm({ type, ctx }: { type: FavouriteType; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <form
      id={formOf(type)}
      action={links.form('favorite/add')}
      method="post"
      data-action="favorite/add"
      data-done={`${t('favorite.added')} <a href="${links.favourites(type)}">${t('favorite.see')}</a>`}
      data-removed={t('favorite.removed')}
    >
      <input type="hidden" name="type" value={type} />
    </form>
  )
}

/** The id of it. */
export function formOf(type: FavouriteType): string {
  return type === 'product' ? heartForm : `${heartForm}-${type}`
}
