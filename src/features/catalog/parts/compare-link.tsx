import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Icon } from '#ui/icon.tsx'
import { linksFor } from '#wire/links.ts'

interface CompareLinkProps {
  product: { slug: string }
  ctx: Ctx
}

/**
 * A link to the comparison with icon and text; with scripts, a button that adds the product to the tray or removes
 * it. A card has its own version, the icon alone.
 */
export function CompareLink({ product: { slug }, ctx }: CompareLinkProps): ReactNode {
  const { t } = ctx
  return (
    <a
      className="compare-link compare-link-worded"
      href={linksFor(ctx.shop.router, ctx.langPath).compare([slug])}
      rel="nofollow"
      data-compare={slug}
      data-no-prefetch=""
    >
      <Icon name="scales" size={18} />
      {t('compare.add_short')}
    </a>
  )
}
