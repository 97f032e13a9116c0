import { csvRowsOf } from './csv.ts'
import { decodeStrictly } from './text.ts'

/*
 * Files that merchants have, and that are no catalogue: said by name, with what to do instead.
 */

interface Kind {
  /** One of these sets of columns is in the first line, in lower case. */
  columns: readonly (readonly string[])[]
  name: string
}

const kinds: readonly Kind[] = [
  {
    columns: [
      ['lineitem name'],
      ['financial status', 'fulfillment status'],
      ['order number', 'order status'],
      ['order_id', 'order_status'],
    ],
    name: 'a list of orders: orders are not imported',
  },
  {
    columns: [
      ['redirect from', 'redirect to'],
      ['source url', 'target url'],
      ['request_path', 'target_path'],
      ['path', 'target'],
    ],
    name: 'a list of redirects: "violet redirects import FILE" takes it',
  },
  {
    columns: [
      ['email', 'first name'],
      ['email', 'first_name'],
      ['email', 'firstname'],
      ['email', 'accepts email marketing'],
      ['user_email', 'user_login'],
      ['billing_email'],
      ['customer_email'],
    ],
    name: 'a list of customers: "violet import customers FILE" takes it',
  },
  {
    columns: [
      ['handle', 'location', 'on hand (current)'],
      ['handle', 'location', 'on hand (new)'],
      ['handle', 'location', 'available'],
    ],
    name: 'a list of stock without prices: export the products, whose file has both',
  },
  {
    columns: [
      ['type', 'sku', 'name', 'regular price'],
      ['id', 'type', 'sku', 'name'],
    ],
    name: "a product list of WooCommerce, which is not read: bring it into Shopify's CSV or Violet's own format",
  },
  {
    columns: [
      ['sku', 'attribute_set_code'],
      ['sku', 'product_type', 'url_key'],
    ],
    name: "a product list of Magento, which is not read: bring it into Shopify's CSV or Violet's own format",
  },
]

const separators = [
  { character: ';', name: '";"' },
  { character: '\t', name: 'tabs' },
  { character: '|', name: '"|"' },
]

const sqlWords = /\b(?:create\s+(?:table|database|schema)|insert\s+into|drop\s+table)\b/i

/** What a text that is not JSON is, where that is known to be no catalogue; null where it may be one. */
export async function recognised(head: Buffer): Promise<string | null> {
  const text = head.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  if (
    /^\s*(?:--|\/\*|#|create|insert|drop|set|use|start|begin|lock|pragma)/i.test(text) &&
    sqlWords.test(text)
  )
    return "the file is a dump of a database (SQL): export the products as Shopify's CSV, or write them in Violet's own format"
  if (text.trimStart().startsWith('<'))
    return "the file is XML or a web page: export the products as Shopify's CSV, or write them in Violet's own format"
  const cells = await firstCells(head)
  const line = text.split(/[\r\n]/, 1)[0]!
  const separator =
    cells.length > 2 ? undefined : separators.find(({ character }) => line.split(character).length > 2)
  const names = separator === undefined ? cells : line.split(separator.character)
  const columns = new Set(names.map((cell) => cell.trim().replace(/^"|"$/g, '').toLowerCase()))
  const kind = kinds.find((candidate) =>
    candidate.columns.some((wanted) => wanted.every((name) => columns.has(name))),
  )
  if (kind !== undefined) return `the file is ${kind.name}`
  return separator === undefined
    ? null
    : `the columns are separated by ${separator.name}: save the file as CSV with commas, in UTF-8`
}

async function firstCells(head: Buffer): Promise<string[]> {
  const limits = { row: head.length + 1, columns: 500 }
  for await (const row of csvRowsOf(head, limits))
    return row.fields.map((field) => decodeStrictly(field) ?? '')
  return []
}
