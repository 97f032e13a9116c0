import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { passkeyDevice } from '#test/passkey-device.ts'
import { expect, type Server } from '../fixtures.ts'
import { adasAddress, callsOf, placeOrder, type Call } from '../shop/calls.ts'

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
  await call('/address/add', { address: adasAddress, isDefault: 'on' })
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
  const order = await placeOrder(call, { sku: 'FLM-OAT-S', email })
  await call('/user/beginFactor', {})
  return { article: article.id, order }
}

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

/** Orders, has the order sent, and withdraws from it. Returns the number of the return. */
export async function orderReturned(page: Page, server: Server, email: string): Promise<string> {
  const call = callsOf(page)
  const order = await placeOrder(call, { sku: 'FLM-OAT-S', email })
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
