/* A cart as a link names it: `mug-sage:2,vase-ink`. */

/** The most of one thing that a link may name. */
const mostUnits = 9_999
/** The most things that a link may name. */
const mostItems = 50

/** SKU → units; repeated SKUs are added up. Unreadable items are left out. */
export function readItems(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const part of text.split(',')) {
    // oxlint-disable-next-line house/slow-pattern -- of a name 64 characters are read
    const [, name = '', units = '1'] = /^\s*([^:]{1,64}?)\s*(?::\s*(\d{1,4})\s*)?$/.exec(part) ?? []
    const quantity = Math.min(Number(units), mostUnits) + (found.get(name) ?? 0)
    if (name !== '' && Number(units) > 0 && (found.size < mostItems || found.has(name)))
      found.set(name, Math.min(quantity, mostUnits))
  }
  return found
}

export function writeItems(lines: readonly { sku: string; quantity: number }[]): string {
  return lines.map(({ sku, quantity }) => (quantity === 1 ? sku : `${sku}:${quantity}`)).join(',')
}
