import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect } from '../fixtures.ts'

/** Sets an authenticator app up for who is signed in. Returns the recovery codes. */
export async function setUpApp(page: Page): Promise<string[]> {
  await page.goto('/user/security')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const secret = (await page.locator('.factor-secret').textContent())!.replaceAll(' ', '')
  await page.locator('[name=code]').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.locator('.factor-codes code')).toHaveCount(10)
  return page.locator('.factor-codes code').allTextContents()
}

/** Types a recovery code on the page that asks for the second factor. */
export async function giveRecoveryCode(page: Page, code: string): Promise<void> {
  await expect(page.locator('h1')).toHaveText('One more step')
  await page.locator('[name=code]').fill(code)
  await page.locator('.auth-form').getByRole('button', { name: 'Sign in' }).click()
}
