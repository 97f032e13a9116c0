/** The columns that are understood, by our name for them: first as exports call them, then as newer ones do. */
export const columnNames = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  body: ['body (html)', 'body html', 'description'],
  vendor: ['vendor'],
  category: ['product category'],
  type: ['type'],
  tags: ['tags'],
  published: ['published', 'published on online store'],
  status: ['status'],
  option1Name: ['option1 name'],
  option1Value: ['option1 value'],
  option2Name: ['option2 name'],
  option2Value: ['option2 value'],
  option3Name: ['option3 name'],
  option3Value: ['option3 value'],
  sku: ['variant sku', 'sku'],
  grams: ['variant grams', 'weight value (grams)'],
  stock: ['variant inventory qty', 'inventory quantity'],
  tracker: ['variant inventory tracker', 'inventory tracker'],
  policy: ['variant inventory policy', 'continue selling when out of stock'],
  price: ['variant price', 'price'],
  compareAt: ['variant compare at price', 'compare-at price'],
  barcode: ['variant barcode', 'barcode'],
  image: ['image src', 'product image url'],
  imagePosition: ['image position'],
  imageAlt: ['image alt text'],
  variantImage: ['variant image', 'variant image url'],
  seoTitle: ['seo title'],
  seoDescription: ['seo description'],
} as const

export type Column = keyof typeof columnNames

/** A parsed row; `cell` returns '' for columns that the file does not have. */
export interface ShopifyRow {
  line: number
  cell(column: Column): string
}

/** Without these there is no product to speak of. */
const needed: readonly Column[] = ['handle', 'title', 'price']

export interface Header {
  /** Where each understood column is. */
  at: ReadonlyMap<Column, number>
  width: number
  /** The column's name in the operator's file. */
  called(column: Column): string
  /** Reasons why no product can be read. */
  faults: string[]
}

export function readHeader(cells: readonly string[]): Header {
  const plain = cells.map((cell) => cell.trim().toLowerCase())
  const at = new Map<Column, number>()
  const faults: string[] = []
  for (const [column, names] of Object.entries(columnNames) as [Column, readonly string[]][]) {
    const found = plain.flatMap((cell, index) => (names.includes(cell) ? [index] : []))
    if (found.length > 1) faults.push(`the column "${names[0]}" is there ${found.length} times`)
    else if (found[0] !== undefined) at.set(column, found[0])
    else if (needed.includes(column)) faults.push(`the column "${proper(names[0]!)}" is missing`)
  }
  const called = (column: Column) => cells[at.get(column) ?? -1]?.trim() ?? proper(columnNames[column][0])
  return { at, width: cells.length, called, faults }
}

function proper(name: string): string {
  return name
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/\bSku\b|\bSeo\b|\bHtml\b/g, (word) => word.toUpperCase())
}
