import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Raw } from '#platform/server/pages/render.tsx'
import type { ProductView } from '../contract.ts'
import { DeliveryEstimate } from './delivery-estimate.tsx'

/** The facts of a product: delivery, description, measures, links. */
export function ProductFacts({ product, ctx }: { product: ProductView; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const promise = product.details.find(isDelivery)
  const details = product.details.filter((row) => row !== promise)
  return (
    <div className="product-page-facts">
      {product.summary !== '' && <p className="product-page-summary">{product.summary}</p>}
      {promise && (
        <p className="product-page-delivery">
          <span>{t('product.delivery')}</span> {promise.value}
        </p>
      )}
      <DeliveryEstimate product={product} ctx={ctx} />
      <p className="product-page-ways">
        {product.sizeGuide !== null && <a href={product.sizeGuide}>{t('product.size_guide')}</a>}
        <a
          href={`mailto:?subject=${encodeURIComponent(product.title)}&body=${encodeURIComponent(`${ctx.origin}${product.href}`)}`}
          data-share={t('product.share_copied')}
        >
          {t('product.share')}
        </a>
      </p>
      {product.description !== '' && (
        <details className="product-page-more" open>
          <summary>
            <h2>{t('product.description')}</h2>
          </summary>
          <div className="prose">
            <Raw html={product.description} />
          </div>
        </details>
      )}
      {details.length > 0 && (
        <details className="product-page-more" open>
          <summary>
            <h2>{t('product.details')}</h2>
          </summary>
          <dl className="product-page-details">
            {details.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {product.tags.length > 0 && (
        <nav className="product-page-tags" aria-label={t('product.tags')}>
          <ul>
            {product.tags.map(({ name, href }) => (
              <li key={href}>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

// The catalogue's details are free rows of words; the one about delivery is known by its label.
const deliveryLabel = /^(delivery|shipping|dispatch|配送|送货|送貨|发货|發貨|运送|運送|寄送)/i

function isDelivery({ label }: { label: string }): boolean {
  return deliveryLabel.test(label)
}
