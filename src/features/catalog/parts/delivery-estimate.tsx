import type { ReactNode } from 'react'
import { deliveryDay } from '#domain/delivery/delivery-day.ts'
import { deliverySpan } from '#domain/delivery/delivery.ts'
import { formatDaySpan } from '#i18n/format.ts'
import { countryName, listOf } from '#i18n/intl.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { DeliverySettings } from '#wire/shop-config.ts'
import type { ProductView } from '../contract.ts'

/** A page that shows the estimate carries this tag: it is made again when the shop's day turns. */
export const deliveryTag = 'delivery'

/**
 * The arrival date: of the first zone at a glance, of the others in a disclosure. Nothing for products that must be
 * made or ordered first.
 */
export function DeliveryEstimate({ product, ctx }: { product: ProductView; ctx: Ctx }): ReactNode {
  const settings = ctx.shop.shop.delivery
  const inStock = product.skus.filter(({ available }) => available !== null && available > 0).length
  if (settings === null || inStock === 0) return null
  const [first, ...others] = zonesOf(settings, product.delivery, ctx)
  if (!first) return null
  const { t } = ctx
  return (
    <div className="product-page-arrives">
      <p>
        {t(inStock === product.skus.length ? 'product.arrives' : 'product.arrives_in_stock', {
          span: first.span,
        })}{' '}
        <span>{first.name}</span>
      </p>
      {others.length > 0 && (
        <details>
          <summary>{t('product.arrives_others')}</summary>
          <dl>
            {others.map(({ name, span }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{span}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}

/** Each zone with the days in words: "Tue, Nov 24 – Wed, Nov 25". */
function zonesOf(
  settings: DeliverySettings,
  kind: string | null,
  ctx: Ctx,
): { name: string; span: string }[] {
  const { today, isPacked } = deliveryDay(settings, ctx.now)
  return settings.zones.map((zone) => {
    const days = (kind === null ? undefined : zone.special[kind]) ?? zone.days
    return {
      name: pickText(zone.name, ctx.locale) || countryNames(zone.countries, ctx.lang),
      span: formatDaySpan(deliverySpan(today, isPacked, settings.handling, days, settings), ctx.lang),
    }
  })
}

function countryNames(countries: readonly string[], lang: string): string {
  return listOf(lang).format(countries.map((code) => countryName(code, lang)))
}
