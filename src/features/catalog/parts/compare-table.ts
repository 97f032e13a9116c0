import type { Ctx } from '#platform/server/context.ts'
import type { ProductView } from '../contract.ts'

/** One fact of all products. */
export interface CompareRow {
  key: string
  label: string
  /** In the order of the products; empty if a product has no such fact. */
  values: readonly string[]
  differs: boolean
}

/** The rows of the comparison: facts of every product, then each option, then each detail that some of them have. */
export function compareRows(products: readonly ProductView[], ctx: Ctx): CompareRow[] {
  const { t } = ctx
  const row = (key: string, label: string, valueOf: (product: ProductView) => string): CompareRow => {
    const values = products.map(valueOf)
    return { key, label, values, differs: new Set(values).size > 1 }
  }
  const options = new Map(products.flatMap(({ options: all }) => all.map(({ code, name }) => [code, name])))
  const details = new Set(products.flatMap((product) => product.details.map(({ label }) => label)))
  return [
    row('price', t('compare.row.price'), (product) => priceOf(product, ctx)),
    row('rating', t('compare.row.rating'), ({ rating }) =>
      rating ? t('compare.rating', { ...rating, average: Math.round(rating.average * 10) / 10 }) : '',
    ),
    row('stock', t('compare.row.stock'), (product) =>
      t(isAvailable(product) ? 'compare.in_stock' : 'compare.out_of_stock'),
    ),
    row('brand', t('compare.row.brand'), ({ brand }) => brand ?? ''),
    ...[...options].map(([code, name]) =>
      row(`option-${code}`, name, (product) =>
        (product.options.find((option) => option.code === code)?.values ?? [])
          .map((value) => value.name)
          .join(t('product.between')),
      ),
    ),
    ...[...details].map((label) =>
      row(
        `detail-${label}`,
        label,
        (product) => product.details.find((detail) => detail.label === label)?.value ?? '',
      ),
    ),
    row('tags', t('compare.row.tags'), ({ tags }) => tags.map(({ name }) => name).join(t('product.between'))),
  ].filter(({ values }) => values.some((value) => value !== ''))
}

function priceOf({ skus }: ProductView, { t }: Ctx): string {
  const [lowest] = skus.map(({ price }) => price).toSorted((a, b) => a.amount - b.amount)
  if (!lowest) return ''
  return skus.some(({ price }) => price.amount > lowest.amount)
    ? t('catalog.from', { price: lowest.text })
    : lowest.text
}

function isAvailable({ skus }: ProductView): boolean {
  return skus.some(({ available }) => available === null || available > 0)
}
