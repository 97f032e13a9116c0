import { expect, test } from '../fixtures.ts'
import { signUp } from './own-mails.ts'

/*
 * The address book of a customer, on a phone, and in the checkout.
 */

test.use({ own: {}, viewport: { width: 390, height: 844 } })

for (const scripts of [true, false])
  test.describe(`${scripts ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('somebody keeps addresses, and orders without typing one', async ({ page, server, complaints }) => {
      await signUp({ page, server, complaints, scripts })
      await page.goto('/user/address')
      await expect(page.getByRole('heading', { name: 'No addresses yet' })).toBeVisible()
      if (scripts) await expect(page).toPassAxe()
      await page.getByRole('link', { name: 'Add an address' }).click()

      // A name is there already; without scripts the page comes again with the fields of the country.
      await expect(page.locator('[name="address.country"]')).toBeVisible()
      await page.locator('[name="address.country"]').selectOption('US')
      if (!scripts) {
        complaints.allow('422 POST /form/address/add')
        await page.getByRole('button', { name: 'Use this country' }).click()
      }
      await expect(page.locator('[name="address.firstName"]')).toHaveValue('Ada')
      await page.locator('[name="address.line1"]').fill('1 Main Street')
      await page.locator('[name="address.city"]').fill('Los Angeles')
      await page.locator('[name="address.region"]').selectOption('CA')
      await page.locator('[name="address.postcode"]').fill('9')
      complaints.allow('422 POST /form/address/add')
      await page.locator('.address-modal-ways button').click()
      await expect(page.locator('.field-error')).toContainText('ZIP code')
      await expect(page.locator('[name="address.line1"]')).toHaveValue('1 Main Street')
      if (scripts) await expect(page).toPassAxe()
      await page.locator('[name="address.postcode"]').fill('90012')
      await page.locator('.address-modal-ways button').click()
      const entry = page.locator('.book-entry')
      await expect(entry).toHaveCount(1)
      await expect(entry).toContainText('1 Main Street')
      await expect(entry).toContainText('Default')
      await expect(page).toFitTheWindow()

      await page.goto('/product/first-light-mug')
      await page.getByRole('button', { name: 'Buy now' }).first().click()
      await page.waitForURL('**/checkout/**')
      await page.goto(`${new URL(page.url()).pathname}?step=information`)
      await expect(page.locator('[name="address.line1"]')).toHaveValue('1 Main Street')

      await page.goto('/user/address')
      await entry.locator('summary').click()
      await expect(entry).toContainText('Are you sure you want to delete it?')
      await entry.getByRole('button', { name: 'Delete it' }).click()
      await expect(entry).toHaveCount(0)
    })
  })
