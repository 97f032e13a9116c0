import type { Page } from '@playwright/test'
import { customerShop, expect, test } from '../fixtures.ts'
import { pairs, sampledIf } from '../whole.ts'
import { signUp } from './own-mails.ts'

/*
 * The address book of a customer: in the account area, where the form is a dialog if there are scripts, and in the
 * checkout.
 */

test.use({ own: customerShop })

const sights = [
  { width: 390, prefix: '/zh' },
  { width: 1440, prefix: '' },
] as const

const words = {
  '': { sure: 'Are you sure you want to delete it?', default: 'Default' },
  '/zh': { sure: '确定要删除吗？', default: '默认' },
} as const

const charles = {
  'address.firstName': 'Charles',
  'address.lastName': 'Babbage',
  'address.country': 'US',
  'address.region': 'CA',
  'address.city': 'Los Angeles',
  'address.line1': '5 Dorset Street',
  'address.postcode': '90012',
  'address.countryCode': '+1',
  'address.phone': '(213) 555-0100',
}
const mary = { ...charles, 'address.firstName': 'Mary', 'address.lastName': 'Somerville' }

async function keeps(page: Page, ...addresses: (typeof charles)[]): Promise<void> {
  for (const form of addresses) await page.request.post('/form/address/add', { form })
}

/** React has taken over the book: until then its links lead to the page of the form. */
async function isLive(page: Page): Promise<void> {
  const link = page.locator('.book a').first()
  const isTaken = (): Promise<boolean> =>
    link.evaluate((element) => Object.keys(element).some((name) => name.startsWith('__reactProps')))
  await expect.poll(isTaken).toBe(true)
}

for (const [scripts, { width, prefix }] of pairs([true, false], sights))
  test.describe(`${scripts ? 'with' : 'without'} scripts, ${width} px wide, in ${prefix === '' ? 'English' : 'Chinese'}`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width, height: 900 } })

    test(
      'somebody keeps addresses, and orders without typing one',
      sampledIf(scripts),
      async ({ page, server, complaints }) => {
        await signUp({ page, server, complaints, scripts })
        await page.goto('/user/address')
        await expect(page.getByRole('heading', { name: 'No addresses yet' })).toBeVisible()
        if (scripts) await expect(page).toPassAxe()
        if (scripts) await isLive(page)
        await page.getByRole('link', { name: 'Add an address' }).click()
        const dialog = page.getByRole('dialog', { name: 'Add an address' })
        await expect(dialog).toHaveCount(scripts ? 1 : 0)

        // A name is there already; without scripts the page comes again with the fields of the country.
        await expect(page.locator('[name="address.country"]')).toBeVisible()
        await page.locator('[name="address.country"]').selectOption('US')
        complaints.allow(`422 POST ${scripts ? '/api/web' : '/form'}/address/add`)
        if (!scripts) await page.getByRole('button', { name: 'Use this country' }).click()
        await expect(page.locator('[name="address.firstName"]')).toHaveValue('Ada')
        await page.locator('[name="address.line1"]').fill('1 Main Street')
        await page.locator('[name="address.city"]').fill('Los Angeles')
        await page.locator('[name="address.region"]').selectOption('CA')
        await page.locator('[name="address.postcode"]').fill('9')
        await page.getByRole('button', { name: 'Save address' }).click()
        await expect(page.locator('.field-error')).toContainText('ZIP code')
        await expect(page.locator('[name="address.line1"]')).toHaveValue('1 Main Street')
        if (scripts) {
          await expect(page.locator('[name="address.postcode"]')).toBeFocused()
          await expect(page).toPassAxe()
        }
        await page.locator('[name="address.postcode"]').fill('90012')
        await page.getByRole('button', { name: 'Save address' }).click()
        const entry = page.locator('.book-entry')
        await expect(entry).toHaveCount(1)
        await expect(entry).toContainText('1 Main Street')
        await expect(entry).toContainText('Default')
        await expect(dialog).toHaveCount(0)
        if (scripts) await expect(page.getByRole('link', { name: 'Add an address' })).toBeFocused()
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
      },
    )

    test(
      'an address is edited, made the default, and deleted',
      sampledIf(!scripts),
      async ({ page, server, complaints }) => {
        await signUp({ page, server, complaints, scripts })
        await keeps(page, charles, mary)
        await page.goto(`${prefix}/user/address`)
        const entries = page.locator('.book-entry')
        await expect(entries).toHaveCount(2)
        await expect(entries.first()).toContainText('Charles Babbage')
        const ofMary = entries.filter({ hasText: 'Mary Somerville' })
        const edit = ofMary.locator('a.book-way')
        const dialog = page.getByRole('dialog')

        if (scripts) await isLive(page)
        await edit.click()
        const city = page.locator('[name="address.city"]')
        await expect(city).toHaveValue('Los Angeles')
        if (scripts) {
          await expect(dialog).toBeVisible()
          await expect(page).toPassAxe()
          await page.keyboard.press('Escape')
          await expect(dialog).toHaveCount(0)
          await expect(edit).toBeFocused()
          await expect(page).toFitTheWindow()
          await edit.press('Enter')
        }
        await city.fill('San Diego')
        await page.locator('.address-modal-ways button[type=submit]').click()
        await expect(ofMary).toContainText('San Diego')
        await expect(dialog).toHaveCount(0)
        if (scripts) await expect(edit).toBeFocused()
        await expect(entries).toHaveCount(2)

        await ofMary.locator('form[action$="address/setDefault"] button').click()
        await expect(entries.first()).toContainText('Mary Somerville')
        await expect(entries.first()).toContainText(words[prefix].default)

        await ofMary.locator('summary').click()
        await expect(ofMary.getByText(words[prefix].sure)).toBeVisible()
        await ofMary.locator('form[action$="address/delete"] button').click()
        await expect(entries).toHaveCount(1)
        // There is a default as long as there is any.
        await expect(entries).toContainText('Charles Babbage')
        await expect(entries).toContainText(words[prefix].default)
      },
    )

    test(
      'in the checkout one is chosen, and another is kept, and nothing typed is lost',
      sampledIf(scripts),
      async ({ page, server, complaints, checkout }) => {
        await signUp({ page, server, complaints, scripts })
        await keeps(page, mary, charles)
        await page.goto(`${prefix}/product/first-light-mug`)
        await page.locator('.product-buttons-now button').click()
        await page.waitForURL('**/checkout/**')
        const information = `${new URL(page.url()).pathname}?step=information`
        await page.goto(information)
        await expect(page.getByRole('radio', { name: /Mary Somerville/ })).toBeChecked()
        await expect(checkout.field('address.line1')).toBeHidden()
        if (scripts) await expect(page).toPassAxe()
        await expect(page).toFitTheWindow()

        await checkout.field('contact.email').fill('mary@example.org')
        await checkout.field('note').fill('Ring twice.')
        await page.getByRole('radio', { name: /Charles Babbage/ }).check()
        await checkout.onwards.click()
        await page.waitForURL(/step=payment/)
        const review = page.locator('.checkout-review')
        await expect(review).toContainText('mary@example.org')
        await expect(review).toContainText('Charles Babbage')

        await page.goto(information)
        await expect(checkout.field('note')).toHaveValue('Ring twice.')
        await expect(page.getByRole('radio', { name: /Charles Babbage/ })).toBeChecked()
        await page.locator('[name=addressId][value=""]').check()
        await checkout.field('keep').check()
        await checkout.fillIn({ 'address.line1': '', 'contact.email': 'mary@example.org' })
        await checkout.field('address.countryCode').selectOption('+852')
        await checkout.onwards.click()
        await expect(page.locator('.field-error')).toHaveCount(1)
        await expect(checkout.field('keep')).toBeChecked()
        await expect(checkout.field('address.city')).toHaveValue('Central')
        await checkout.field('address.line1').fill('12 Queen’s Road Central')
        await checkout.onwards.click()
        await page.waitForURL(/step=payment/)
        await expect(review).toContainText('12 Queen’s Road Central')

        await page.goto(`${prefix}/user/address`)
        await expect(page.locator('.book-entry')).toHaveCount(3)
        await expect(page.locator('.book-entry', { hasText: '12 Queen’s Road Central' })).toHaveCount(1)
      },
    )
  })
