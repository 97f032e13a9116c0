import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { Button, IconButton } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { Swatch } from '#ui/forms/swatch.tsx'
import { linksFor } from '#wire/links.ts'
import { productDetail } from '../actions/browse.ts'
import type { ProductView, SkuView } from '../contract.ts'

interface ChooseData {
  product: ProductView
}

/** The short way into the cart from a card: one of a product's SKUs. Where scripts run it is a sheet over the listing. */
export default definePage<ChooseData>({
  name: 'choose',
  visibility: 'public',
  query: [],
  styles: ['shop'],

  async load(ctx, { slug = '' }) {
    const found = await productDetail(ctx, { slug })
    if (!found.ok) return { kind: 'missing', status: 404 }
    const product = found.value
    return { kind: 'page', data: { product }, tags: [`product:${product.id}`] }
  },

  meta({ product }, ctx): PageHead {
    return {
      title: `${product.title} – ${ctx.shop.shop.name}`,
      description: product.summary,
      canonicalPath: linksFor(ctx.shop.router, '').product(product.slug),
      noindex: true,
    }
  },

  pageData: ({ product }) => ({ slug: product.slug }),

  View({ data: { product }, ctx }) {
    const { t } = ctx
    const { title, pictures, skus } = product
    const [picture] = pictures
    const first = skus.find(isAvailable)
    return (
      <div className="container">
        <section className="choose" aria-labelledby="choose">
          <div className="choose-head">
            <span className="choose-picture">
              {picture && (
                <Picture picture={{ ...picture, alt: '' }} sizes="80px" from={96} to={240} urgency="eager" />
              )}
            </span>
            <h1 className="choose-title" id="choose">
              {title}
            </h1>
            <IconButton className="choose-close" label={t('choose.close')} data-choose-close="">
              <Icon name="close" />
            </IconButton>
          </div>
          <form
            className="choose-form"
            action={linksFor(ctx.shop.router, ctx.langPath).form('cart/add')}
            method="post"
            data-action="cart/add"
          >
            <fieldset>
              <legend className="visually-hidden">{t('choose.title')}</legend>
              {skus.map((sku) => (
                <Choice key={sku.sku} sku={sku} product={product} chosen={sku === first} ctx={ctx} />
              ))}
            </fieldset>
            <div className="choose-foot">
              <a className="button button-quiet" href={product.href} data-page="product">
                {t('choose.more')}
              </a>
              <Button type="submit" disabled={!first}>
                {t(first ? 'choose.add' : 'catalog.sold_out')}
              </Button>
            </div>
          </form>
        </section>
      </div>
    )
  },
})

interface ChoiceProps {
  sku: SkuView
  product: ProductView
  chosen: boolean
  ctx: Ctx
}

function Choice({ sku, product, chosen, ctx: { t } }: ChoiceProps): ReactNode {
  const values = product.options.flatMap(
    ({ code, values: all }) => all.find((value) => value.code === sku.options[code]) ?? [],
  )
  const color = values.find(({ swatch }) => swatch !== null)?.swatch
  return (
    <Checkbox type="radio" name="sku" value={sku.sku} defaultChecked={chosen} disabled={!isAvailable(sku)}>
      {color && <Swatch color={color} />}
      <span className="choose-name">
        {values.map(({ name }) => name).join(t('product.between')) || sku.sku}
      </span>
      {isAvailable(sku) ? <Price price={sku.price} was={t('catalog.was')} /> : t('catalog.sold_out')}
    </Checkbox>
  )
}

function isAvailable({ available }: SkuView): boolean {
  return available === null || available > 0
}
