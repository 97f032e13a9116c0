import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Icon } from '#ui/icon.tsx'
import type { FavouriteType } from '../contract.ts'
import { formOf, HeartForm } from './heart-form.tsx'

interface HeartProps {
  type: FavouriteType
  /** The slug. */
  id: string
  ctx: Ctx
}

/**
 * A heart with words, for the page of a product or an article; a card has its own version, the sign alone. Without
 * scripts it adds. With them it is pressed or not, and takes it out again: `startHearts`.
 */
export function Heart({ type, id, ctx }: HeartProps): ReactNode {
  if (!ctx.shop.theme.showFavorite) return null
  return (
    <>
      <button type="submit" className="heart heart-worded" form={formOf(type)} name="id" value={id}>
        <Icon name="heart" size={18} />
        {ctx.t('favorite.keep')}
      </button>
      {type === 'article' && <HeartForm type={type} ctx={ctx} />}
    </>
  )
}
