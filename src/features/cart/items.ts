/* A cart as a link names it: `mug-sage:2,vase-ink`. */

/** The most of one thing that a link may name. */
const mostUnits = 9_999
/** Characters of a SKU. */
const longestName = 64
/** The most things that a link may name. */
const mostItems = 50

/** SKU → units; repeated SKUs are added up. Unreadable items are left out. */
export function readItems(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const part of text.split(',')) {
    const [name, units] = readItem(part)
    const quantity = Math.min(units, mostUnits) + (found.get(name) ?? 0)
    if (name !== '' && units > 0 && (found.size < mostItems || found.has(name)))
      found.set(name, Math.min(quantity, mostUnits))
  }
  return found
}

/** Without a pattern: whoever opens a link says how long it is, and spaces around a name could be read in many ways. */
function readItem(part: string): [name: string, units: number] {
  const [name = '', units = '1', ...more] = part.split(':').map((piece) => piece.trim())
  const isReadable = more.length === 0 && name.length <= longestName && /^\d{1,4}$/.test(units)
  return isReadable ? [name, Number(units)] : ['', 0]
}

export function writeItems(lines: readonly { sku: string; quantity: number }[]): string {
  return lines.map(({ sku, quantity }) => (quantity === 1 ? sku : `${sku}:${quantity}`)).join(',')
}
