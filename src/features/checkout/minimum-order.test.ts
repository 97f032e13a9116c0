import { expect, it } from 'vitest'
import { buyer } from '#test/buyer.ts'
import { stockedShop } from '#test/order-changes.ts'
import { stepFor } from './steps.ts'

it('says what is missing to the minimum in the cart already, and at the first step', async () => {
  const ming = buyer(await stockedShop(), { sales: { minimumOrder: { USD: 10000 } } })
  const view = await ming.ready({ 'stool-sage': 1 })
  const text = 'The minimum order is $100. Add $51.50 more to check out.'
  expect((await ming.view()).total.hint).toBe(`${text}\nDelivery and taxes are worked out at checkout.`)
  expect(view.belowMinimum).toBe(text)
  expect(stepFor(view, 'payment')).toEqual({ step: 'cart', isWanted: false })
  const enough = await ming.ready({ 'stool-sage': 2 })
  expect([enough.belowMinimum, stepFor(enough, 'payment').step]).toEqual([null, 'payment'])
  expect((await ming.view()).total.hint).toBe('Delivery and taxes are worked out at checkout.')
})
