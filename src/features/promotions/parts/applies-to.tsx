import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import type { PromotionView } from '../contract.ts'

interface AppliesToProps {
  groups: PromotionView['groups']
  /** It names nothing, so it applies to all there is. */
  isForEverything: boolean
  ctx: Ctx
  /** Some of the products. */
  children: ReactNode
}

/** The goods of an offer: links to its categories and collections, and products of it. */
export function AppliesTo({ groups, isForEverything, ctx, children }: AppliesToProps): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <section className="offer-applies">
      <h2>{t('promotion.goes_with')}</h2>
      {isForEverything && groups.length === 0 && (
        <>
          <p>{t('promotion.everything')}</p>
          <p>
            <ButtonLink href={links.search()} data-page="search">
              {t('promotion.to_shop')}
            </ButtonLink>
          </p>
        </>
      )}
      {groups.length > 0 && (
        <ul className="offer-groups">
          {groups.map(({ kind, name, href }) => (
            <li key={href}>
              <a href={href} data-page={kind}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}
