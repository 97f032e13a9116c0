import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPublicShop } from '#test/public-shop.ts'
import { origin, type WholeShop } from '#test/whole-shop.ts'
import { endpoints } from './endpoints.ts'

let shop: WholeShop
beforeAll(async () => {
  shop = await openPublicShop()
})
afterAll(() => shop.close())

it('every form that comes back refused can be gone back to', async () => {
  const forms = endpoints.filter(({ form }) => form?.page !== undefined)
  expect(forms.length).toBeGreaterThan(20)
  for (const { endpoint } of forms) {
    const { status, headers } = await shop.get(`/zh/form${endpoint.path}`)
    expect([endpoint.path, status]).toEqual([endpoint.path, 303])
    expect(headers['location']).toMatch(/^\/zh\/(?!form\/)/)
  }
})

it('leads back to the page that the form was sent from, and to nobody else’s', async () => {
  const back = async (referer: string, path = '/zh/form/user/editName') =>
    (await shop.get(path, { referer })).headers['location']
  expect(await back(`${origin}/zh/user/info?x=1`)).toBe('/zh/user/info?x=1')
  expect(await back(`${origin}/zh/form/user/editName`)).toBe('/zh/user/info')
  expect(await back('https://elsewhere.example/x')).toBe('/zh/user/info')
  // At the address of a form that always leads on no page is ever shown.
  expect((await shop.get('/form/cart/add')).status).toBe(404)
})
