import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { passkeyDevice } from '#test/passkey-device.ts'
import { expect, type Server } from '../fixtures.ts'

/** Makes calls as the page's own scripts do. */
export function callsOf(page: Page): <R>(path: string, input: object) => Promise<R> {
  return async <R>(path: string, input: object): Promise<R> => {
    const cookies = await page.context().cookies()
    const proof = cookies.find(({ name }) => name === 'violet_auth')?.value ?? ''
    const answer = await page.request.post(`/api/web${path}`, { data: input, headers: { 'x-auth': proof } })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: R }
    expect(code, `${path}: ${msg}`).toBe(0)
    return data
  }
}

const address = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'HK',
  region: 'HK',
  city: 'Central',
  line1: '12 Queen’s Road Central',
  countryCode: '+852',
  phone: '9123 4567',
}

/**
 * Gives who is signed in on the page something on every page of the account, but for a return. Resolves with the id of
 * its article and the number of its order.
 */
export async function haveEverything(
  page: Page,
  server: Server,
  email: string,
): Promise<{ article: number; order: string }> {
  const call = callsOf(page)
  await call('/address/add', { address, isDefault: 'on' })
  for (const id of ['first-light-mug', 'quiet-bowl', 'perch-stool'])
    await call('/favorite/add', { type: 'product', id })
  await call('/favorite/add', { type: 'article', id: 'three-lamps' })
  await call('/comment/add', { article: 'three-lamps', content: 'Two lamps, and a window.' })
  const written = { title: 'On oak', content: '## Grain\n\nOak is **hard**.', submit: true }
  const article = await call<{ id: number }>('/article/save', written)
  await call('/coupon/claim', { slug: 'a-first-hello' })
  await call('/user/editInfo', { nickname: 'Ada', bio: 'Counts. Dreams.', birthday: '1985-12-10' })
  const given = await server.operate('customers', 'credit', email, '12.34', 'USD', '--reason', 'Late parcel')
  expect(given.code, given.stderr).toBe(0)
  await havePasskey(call, server.url)
  await havePicture(page)
  const order = await orderUnpaid(call, email)
  await call('/user/beginFactor', {})
  return { article: article.id, order }
}

type Call = ReturnType<typeof callsOf>

async function havePasskey(call: Call, origin: string): Promise<void> {
  const device = passkeyDevice({ origin })
  const { options } = await call<{ options: Parameters<typeof device.makes>[0] }>('/user/passkeyOptions', {})
  await call('/user/addPasskey', { credential: device.makes(options) })
}

async function havePicture(page: Page): Promise<void> {
  const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#8070c0' } })
    .png()
    .toBuffer()
  const answer = await page.request.post('/form/user/editAvatar', {
    multipart: { avatar: { name: 'me.png', mimeType: 'image/png', buffer } },
  })
  expect(answer.ok()).toBe(true)
}

interface Begun {
  shippingMethods: { code: string }[]
  total: number
}

/** By bank transfer, which waits to be paid. Returns its number. */
export async function orderUnpaid(call: Call, email: string): Promise<string> {
  const { slug } = await call<{ slug: string }>('/checkout/create', { sku: 'FLM-OAT-S' })
  const begun = await call<Begun>('/checkout/information', { slug, contact: { email }, address })
  await call('/checkout/shipping', { slug, method: begun.shippingMethods[0]!.code })
  const paymentMethod = 'transfer'
  const { total } = await call<Begun>('/checkout/payment', { slug, method: paymentMethod })
  const { order } = await call<{ order: string }>('/checkout/submit', {
    slug,
    paymentMethod,
    total,
    terms: true,
  })
  return order
}

/** Orders, has the order sent, and withdraws from it. Returns the number of the return. */
export async function orderReturned(page: Page, server: Server, email: string): Promise<string> {
  const call = callsOf(page)
  const order = await orderUnpaid(call, email)
  for (const command of [
    ['pay', order],
    ['ship', order, '--carrier', 'DHL'],
  ]) {
    const { code, stdout, stderr } = await server.operate('orders', ...command)
    expect(code, stdout + stderr).toBe(0)
  }
  const { slug } = await call<{ slug: string }>('/return/withdraw', { order })
  return slug
}
