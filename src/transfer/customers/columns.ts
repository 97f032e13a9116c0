/*
 * The columns of a customer file that are understood: Violet's own first, then as Shopify and WooCommerce (with the
 * usual exporters of WordPress users) call them. Of several in one file the first in this order counts, but for the two
 * addresses of WooCommerce, of which one is taken whole.
 */
export const columnNames = {
  email: ['email', 'user_email', 'e-mail', 'customer email', 'billing_email'],
  firstName: ['firstname', 'first name', 'first_name', 'billing_first_name'],
  lastName: ['lastname', 'last name', 'last_name', 'billing_last_name'],
  /** Both names in one, where a file has no others. */
  name: ['name'],
  recipientFirst: ['shipping_first_name', 'billing_first_name'],
  recipientLast: ['shipping_last_name', 'billing_last_name'],
  locale: ['locale', 'language'],
  birthday: ['birthday'],
  createdAt: ['createdat', 'created at', 'user_registered', 'customer since', 'sign up', 'date registered'],
  password: ['passwordhash', 'password hash', 'user_pass'],
  newsletter: ['newsletter', 'accepts email marketing', 'accepts marketing'],
  company: ['company', 'default address company', 'shipping_company', 'billing_company'],
  country: [
    'country code',
    'default address country code',
    'shipping_country',
    'billing_country',
    'country / region',
    'country',
  ],
  region: ['region', 'default address province code', 'province code', 'shipping_state', 'billing_state'],
  city: ['city', 'default address city', 'shipping_city', 'billing_city'],
  district: ['district'],
  line1: ['line1', 'default address address1', 'address1', 'shipping_address_1', 'billing_address_1'],
  line2: ['line2', 'default address address2', 'address2', 'shipping_address_2', 'billing_address_2'],
  postcode: [
    'postcode',
    'default address zip',
    'zip',
    'shipping_postcode',
    'billing_postcode',
    'postal code',
  ],
  phone: ['default address phone', 'phone', 'shipping_phone', 'billing_phone', 'mobile'],
} as const

export type CustomerColumn = keyof typeof columnNames

export type CustomerFormat = 'violet' | 'shopify' | 'woocommerce'

export type AddressSide = 'shipping' | 'billing'

export interface CustomerHeader {
  format: CustomerFormat
  /** Where each understood column is: the best one first, a later one where that cell is empty. */
  at: ReadonlyMap<CustomerColumn, readonly number[]>
  /** Which of WooCommerce's two addresses a column belongs to, by its index; null for all others. */
  sides: readonly (AddressSide | null)[]
  /** Columns that are not understood, as the file names them. */
  unread: string[]
  width: number
  /** Reasons why no customer can be read. */
  faults: string[]
}

export function readCustomerHeader(cells: readonly string[]): CustomerHeader {
  const plain = cells.map((cell) => cell.trim().toLowerCase())
  const at = new Map<CustomerColumn, number[]>()
  const faults: string[] = []
  for (const [column, names] of Object.entries(columnNames) as [CustomerColumn, readonly string[]][]) {
    for (const name of names) {
      const found = plain.flatMap((cell, index) => (cell === name ? [index] : []))
      if (found.length > 1) faults.push(`the column "${name}" is there ${found.length} times`)
      if (found[0] !== undefined) at.set(column, [...(at.get(column) ?? []), found[0]])
    }
  }
  if (!at.has('email'))
    faults.push('there is no column with e-mail addresses: "email", "Email" or "user_email"')
  const read = new Set([...at.values()].flat())
  return {
    format: formatOf(plain),
    at,
    sides: plain.map(sideOf),
    unread: cells.map((cell) => cell.trim()).filter((cell, index) => cell !== '' && !read.has(index)),
    width: cells.length,
    faults,
  }
}

function formatOf(names: readonly string[]): CustomerFormat {
  if (names.some((name) => name.startsWith('default address ') || name.startsWith('accepts ')))
    return 'shopify'
  // "AOV", the average value of an order, is a column of WooCommerce's own list of customers.
  return names.some((name) => name === 'aov' || name.startsWith('user_') || name.startsWith('billing_'))
    ? 'woocommerce'
    : 'violet'
}

function sideOf(name: string): AddressSide | null {
  if (name.startsWith('shipping_')) return 'shipping'
  return name.startsWith('billing_') ? 'billing' : null
}
