import type { Page } from '@playwright/test'
import { customerShop, expect, test } from '../fixtures.ts'
import { accountOf } from '../shop/account.ts'
import { giveRecoveryCode, setUpApp } from './app.ts'
import { goodPassword, signUp } from './own-mails.ts'
import { sampledIf } from '../whole.ts'

/*
 * Signing in by a QR code: a desk that shows it, and a phone that is signed in.
 */

test.use({ own: customerShop, viewport: { width: 1280, height: 900 } })

const phoneSize = { width: 390, height: 844 }

/** Shows a code at the desk. Returns what a camera would read in it. */
async function showCode(desk: Page, press = 'Scan a QR code'): Promise<string> {
  const made = desk.waitForResponse('**/api/web/auth/qrCreate')
  await desk.getByRole('button', { name: press }).click()
  const { data } = (await (await made).json()) as { data: { url: string } }
  await expect(desk.getByRole('img', { name: 'QR code for signing in' })).toBeVisible()
  return data.url
}

for (const scripts of [true, false])
  test(
    `a phone ${scripts ? 'with' : 'without'} scripts signs the desk in`,
    sampledIf(scripts),
    async ({ page, server, visitor, complaints }) => {
      const { page: phone } = await visitor({ viewport: phoneSize, javaScriptEnabled: scripts })
      const email = await signUp({ page: phone, server, complaints, scripts })
      const account = accountOf(page)
      await account.open()
      const url = await showCode(page)
      await phone.goto(url)
      await expect(phone.locator('.auth-form .area-rows')).toContainText('Chrome')
      await expect(phone.locator('.auth-form .area-rows')).toContainText('another network than yours')
      await expect(phone.locator('.auth-form .area-rows')).toContainText(email)
      // Without scripts nothing says that it was scanned: looking at a page changes nothing.
      const told = scripts ? 'Scanned. Confirm on your phone.' : 'Scan it with a phone'
      await expect(page.locator('.qr-said')).toContainText(told)
      await phone.getByRole('button', { name: 'Sign in there' }).click()
      await expect(phone.getByRole('heading', { level: 1 })).toHaveText('You are signed in there')
      await page.waitForURL('/cart')
      expect(await account.isSignedIn()).toBe(true)
      const cookies = await page.context().cookies()
      const session = cookies.find(({ name }) => name.endsWith('violet_session'))
      expect(session?.expires, 'remembered, as the box says').toBeGreaterThan(0)
      // Both are there, and can be ended.
      await page.goto('/user/security')
      await expect(page.locator('ul.area-rows').first()).toContainText('by QR code')
    },
  )

test('"This was not me" refuses it, and the desk can show another', async ({
  page,
  server,
  visitor,
  complaints,
}) => {
  const { page: phone } = await visitor({ viewport: phoneSize })
  await signUp({ page: phone, server, complaints })
  const account = accountOf(page)
  await account.open()
  await phone.goto(await showCode(page))
  await phone.getByRole('button', { name: 'This was not me' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Refused')
  await expect(page.locator('.qr-said')).toHaveText('The sign-in was refused on the phone.')
  expect(await account.isSignedIn()).toBe(false)
  await showCode(page, 'Refresh')
})

test('the second factor is asked for on a page of its own, and the device is not remembered unless wanted', async ({
  page,
  server,
  visitor,
  complaints,
}) => {
  complaints.expect('401 POST /api/web/auth/qrStatus')
  const { page: phone } = await visitor({ viewport: phoneSize })
  await signUp({ page: phone, server, complaints })
  const codes = await setUpApp(phone)
  const account = accountOf(page)
  await account.open()
  const url = await showCode(page)
  await page.locator('.qr').getByRole('checkbox', { name: 'Remember this device' }).uncheck()
  await phone.goto(url)
  await phone.getByRole('button', { name: 'Sign in there' }).click()
  await page.waitForURL('/auth/verify-prompt')
  expect(await account.isSignedIn(), 'the phone is not enough').toBe(false)
  // Who goes back has not lost the way either.
  await expect(page.getByRole('link', { name: 'Back to signing in' })).toHaveAttribute(
    'href',
    '/auth/signin?next=%2Fcart',
  )
  await giveRecoveryCode(page, codes[0]!)
  await page.waitForURL('/cart')
  expect(await account.isSignedIn()).toBe(true)
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name.endsWith('violet_session'))).toMatchObject({ expires: -1 })
})

test('a phone that is not signed in does so first, and comes back', async ({
  page,
  server,
  visitor,
  complaints,
}) => {
  complaints.allowEndedSession()
  const { page: phone } = await visitor({ viewport: phoneSize })
  const email = await signUp({ page: phone, server, complaints })
  await accountOf(phone).signOut()
  await accountOf(page).open()
  const url = await showCode(page)
  await phone.goto(url)
  await expect(phone).toHaveURL(/\/auth\/signin\?next=/)
  expect(decodeURIComponent(new URL(phone.url()).searchParams.get('next')!)).toBe(
    new URL(url).pathname + new URL(url).search,
  )
  await accountOf(phone).signInByPassword(email, goodPassword)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Confirm a sign-in')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the sign-in page says what a QR code needs', async ({ page }) => {
    await accountOf(page).open()
    await expect(page.getByText('Signing in by a QR code needs scripts.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Scan a QR code' })).toBeHidden()
  })
})
