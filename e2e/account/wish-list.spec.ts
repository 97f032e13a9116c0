import { customerShop, expect, test } from '../fixtures.ts'
import { callsOf } from '../shop/calls.ts'
import { signUp } from './own-mails.ts'

/*
 * A customer's favourites in a browser that did not add them.
 */

test.use({ own: customerShop })

test('hearts are pressed at start, even where this browser knows of no favourites', async ({
  page,
  server,
  complaints,
}) => {
  await signUp({ page, server, complaints })
  await callsOf(page)('/favorite/add', { type: 'product', id: 'first-light-mug' })
  // As if another browser had added it.
  await page.context().clearCookies({ name: 'violet_favorites' })
  await page.goto('/product/first-light-mug')
  await expect(page.getByRole('button', { name: 'Keep as favourite' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.locator('.header-favourites .header-count')).toHaveText('1')
})
