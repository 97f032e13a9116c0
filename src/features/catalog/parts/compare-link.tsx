import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Icon } from '#ui/icon.tsx'
import { linksFor } from '#wire/links.ts'

interface CompareLinkProps {
  product: { slug: string; title: string }
  ctx: Ctx
  /** With its word beside the sign. */
  worded?: boolean
}

/** A link to the comparison; where scripts run, a button that puts the product into the tray or takes it out. */
export function CompareLink({ product: { slug, title }, ctx, worded = false }: CompareLinkProps): ReactNode {
  const { t } = ctx
  return (
    <a
      className={worded ? 'compare-link compare-link-worded' : 'compare-link'}
      href={linksFor(ctx.shop.router, ctx.langPath).compare([slug])}
      rel="nofollow"
      aria-label={worded ? undefined : t('compare.add', { title })}
      data-compare={slug}
      data-no-prefetch=""
    >
      <Icon name="scales" size={18} />
      {worded && t('compare.add_short')}
    </a>
  )
}
