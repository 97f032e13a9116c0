import type { Locator, Page } from '@playwright/test'
import { whole } from '../whole.ts'
import { callsOf } from './calls.ts'

/** What addresses in a language begin with. */
export type Prefix = '' | '/zh' | '/zh-HK'
export type Method = 'transfer' | 'cod' | 'card'

const methodNames: Readonly<Record<Prefix, Readonly<Record<Method, string>>>> = {
  '': { transfer: 'Bank transfer', cod: 'Cash on delivery', card: 'Card (demo gateway)' },
  '/zh': { transfer: '银行转账', cod: '货到付款', card: '银行卡（演示支付）' },
  '/zh-HK': { transfer: '銀行轉賬', cod: '貨到付款', card: '信用卡（示範付款）' },
}

/** Who orders, where nothing else is said: by the names of the fields. */
export const ada = {
  'contact.email': 'ada@example.org',
  'address.firstName': 'Ada',
  'address.lastName': 'Lovelace',
  'address.line1': '12 Queen’s Road Central',
  'address.city': 'Central',
  'address.phone': '9123 4567',
} as const

export interface CheckoutOf {
  /** Buys a product at once, from its page. */
  begin(slug: string, prefix?: Prefix): Promise<void>
  /** Buys what `stockUp` has brought; as a sample, by a call. journeys.spec.ts goes by the product's page. */
  beginSoon(slug: string, prefix?: Prefix): Promise<void>
  /** By its name, such as `contact.email`. */
  field(name: string): Locator
  /** Ada's address in Hong Kong, with other words in some fields. */
  fillIn(other?: Readonly<Record<string, string>>): Promise<void>
  /** To the next step. */
  onwards: Locator
  /** Fills in, and goes on to the payment. */
  toPayment(other?: Readonly<Record<string, string>>): Promise<void>
  /** Chooses how to pay, and agrees to the terms. */
  choose(method: Method): Promise<void>
  agree(): Promise<void>
  apply(coupon: string): Promise<void>
  /** A coupon that was applied, with what is said of it. */
  coupon(code: string): Locator
  placeButton: Locator
  /** Presses the button, and is led to the page that thanks. */
  place(): Promise<void>
  /** Presses the button, and is led to the demo shop's bank. */
  placeAtBank(): Promise<void>
  /** What the bank is made to answer. */
  atBank(answer: 'approve' | 'decline' | 'later'): Promise<void>
  thanked(): Promise<void>
  total: Locator
  /** What is missing or wrong, at the top. */
  errors: Locator
  dialog: Locator
  /** The first of the steps above: the cart. */
  cartStep: Locator
}

export function checkoutOf(page: Page, scripts: boolean): CheckoutOf {
  const checkout: CheckoutOf = {
    begin: async (slug, prefix = '') => {
      await page.goto(`${prefix}/product/${slug}`)
      await page.locator('.product-buttons-now button').click()
      await page.waitForURL(/\/checkout\/[\w-]+\?step=information$/)
    },
    beginSoon: async (slug, prefix = '') => {
      if (whole()) return checkout.begin(slug, prefix)
      const bought = { sku: slug.toUpperCase(), quantity: 1 }
      const begun = await callsOf(page, prefix)<{ slug: string }>('/checkout/create', bought)
      await page.goto(`${prefix}/checkout/${begun.slug}?step=information`)
    },
    field: (name) => page.locator(`[name="${name}"]`),
    fillIn: async (other = {}) => {
      await checkout.field('address.country').selectOption('HK')
      // The fields of the country come with a page of their own.
      if (!scripts) await page.locator('button.address-country').first().click()
      await checkout.field('address.region').waitFor()
      for (const [name, value] of Object.entries({ ...ada, ...other })) await checkout.field(name).fill(value)
      await checkout.field('address.region').selectOption('HK')
    },
    onwards: page.locator('.checkout-on button'),
    toPayment: async (other) => {
      await checkout.fillIn(other)
      await checkout.onwards.click()
      await page.waitForURL(/step=payment/)
    },
    choose: async (method) => {
      const name = methodNames[prefixOf(page)][method]
      await page.locator('.choice', { hasText: name }).locator('input').check()
      // A choice counts once the sums know it.
      if (scripts) await page.locator('.checkout-sums[aria-busy=false]').waitFor({ state: 'attached' })
      await checkout.agree()
    },
    agree: () => checkout.field('terms').check(),
    apply: async (coupon) => {
      await page.locator('input[name=code]').fill(coupon)
      await page.getByRole('button', { name: 'Apply' }).click()
    },
    coupon: (code) => page.locator('.coupon-row', { hasText: code }),
    placeButton: page.locator('.checkout-pay > button[type=submit]'),
    place: async () => {
      await checkout.placeButton.click()
      await checkout.thanked()
    },
    placeAtBank: async () => {
      await checkout.placeButton.click()
      await page.waitForURL(/demo-gateway/)
    },
    atBank: (answer) => page.locator(`button[value=${answer}]`).click(),
    thanked: () => page.waitForURL(/\/checkout\/thankyou\?order=[0-9A-Z]{5}-[0-9A-Z]{5}$/),
    total: page.locator('.checkout-summary-total'),
    errors: page.locator('.form-errors'),
    dialog: page.getByRole('dialog'),
    cartStep: page.locator('.step-bar a').first(),
  }
  return checkout
}

function prefixOf(page: Page): Prefix {
  const [, first] = new URL(page.url()).pathname.split('/')
  return first === 'zh' || first === 'zh-HK' ? `/${first}` : ''
}
