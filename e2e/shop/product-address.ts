/** `First Light Mug` → `/product/first-light-mug` */
export function productAddress(title: string, sku?: string): string {
  const slug = title.toLowerCase().replaceAll(' ', '-')
  return `/product/${slug}${sku === undefined ? '' : `/${sku}`}`
}
