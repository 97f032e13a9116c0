import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import type { OrderReturns } from './order-returns.ts'
import { ReturnBadges } from './return-badges.tsx'

/** On the page of an order: its returns, and the ways to ask for another. */
export function ReturnLinks({
  view,
  endsElsewhere,
  ctx,
}: {
  view: OrderReturns
  /** The page has a button that ends the whole order: a withdrawal would do the same once more. */
  endsElsewhere: boolean
  ctx: Ctx
}): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const { order, returns, mayReturn, mayReport, returnUntil, withdrawUntil } = view
  const mayWithdraw = view.mayWithdraw && !endsElsewhere
  if (returns.length === 0 && !mayReturn && !mayReport && !mayWithdraw) return null
  return (
    <section className="return-links" aria-label={t('return.links')}>
      <h2>{t('return.links')}</h2>
      {returns.map((one) => (
        <div key={one.slug} className="return-links-one">
          <a href={one.href}>{t('return.detail_title', { number: one.slug })}</a>
          <dl className="return-states">
            <ReturnBadges of={one} ctx={ctx} />
          </dl>
        </div>
      ))}
      {mayReturn && (
        <Way
          href={links.orderReturn(order)}
          text={t('return.links.apply')}
          note={returnUntil === null ? null : t('return.links.until', { date: returnUntil })}
        />
      )}
      {mayReport && (
        <Way href={links.orderReturn(order, 'problem')} text={t('return.links.problem')} note={null} />
      )}
      {mayWithdraw && (
        <Way
          href={links.orderReturn(order, 'withdraw')}
          text={t('return.links.withdraw')}
          note={withdrawUntil === null ? null : t('return.links.withdraw_until', { date: withdrawUntil })}
        />
      )}
    </section>
  )
}

function Way({ href, text, note }: { href: string; text: string; note: string | null }): ReactNode {
  return (
    <div className="return-links-way">
      <ButtonLink href={href} look="quiet" wide>
        {text}
      </ButtonLink>
      {note !== null && <p className="return-note">{note}</p>}
    </div>
  )
}
