import { expect, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Method, Prefix } from './checkout.ts'

export type Call = <R>(path: string, input: object) => Promise<R>

/** Makes calls as the page's own scripts do. */
export function callsOf(page: Page, prefix: Prefix = ''): Call {
  return async <R>(path: string, input: object): Promise<R> => {
    const cookies = await page.context().cookies()
    const proof = cookies.find(({ name }) => name === 'violet_auth')?.value
    const headers = { ...(proof === undefined ? {} : { 'x-auth': proof }), 'x-lang': prefix.slice(1) || 'en' }
    const answer = await page.request.post(`/api/web${path}`, { data: input, headers })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: R }
    expect(code, `${path}: ${msg}`).toBe(0)
    return data
  }
}

export const adasAddress = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'HK',
  region: 'HK',
  city: 'Central',
  line1: '12 Queen’s Road Central',
  countryCode: '+852',
  phone: '9123 4567',
}

interface Wish {
  sku: string
  quantity?: number
  method?: Method
  email?: string
  address?: object
}

interface Begun {
  slug: string
  shippingMethods: { code: string }[]
  total: number
}

/**
 * Places an order without a page of the checkout, for tests of what comes after it. By itself it is to be paid by
 * transfer, and of an address that nobody has ordered by. Resolves with its number.
 */
export async function placeOrder(call: Call, wish: Wish): Promise<string> {
  const { sku, quantity = 1, method = 'transfer', address = adasAddress } = wish
  const { email = `${randomUUID()}@example.org` } = wish
  const { slug } = await call<Begun>('/checkout/create', { sku, quantity })
  const begun = await call<Begun>('/checkout/information', { slug, contact: { email }, address })
  await call('/checkout/shipping', { slug, method: begun.shippingMethods[0]!.code })
  const { total } = await call<Begun>('/checkout/payment', { slug, method })
  const sent = { slug, paymentMethod: method, total, terms: true }
  return (await call<{ order: string }>('/checkout/submit', sent)).order
}
