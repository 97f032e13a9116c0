import type { CDPSession, Page } from '@playwright/test'
import { customerShop, expect, test } from '../fixtures.ts'
import { desktop, phone } from '../look/gallery.ts'
import { accountOf } from '../shop/account.ts'
import { giveRecoveryCode, setUpApp } from './app.ts'
import { goodPassword, signUp } from './own-mails.ts'
import { touchKeyOf } from './touch-key.ts'
import { whole } from '../whole.ts'

/*
 * Passkeys, by Chromium's own authenticator in place of a finger.
 */

test.use({ own: customerShop })

const security = '/user/security'

/** A device with a screen lock. `touches` lets it answer by itself; without that it waits for ever. */
async function deviceOf(page: Page): Promise<{
  touches(on: boolean): Promise<void>
  count(): Promise<number>
}> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    touches: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

for (const viewport of whole() ? [phone, desktop] : [phone])
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport })

    test('one is added, signs in from the field and by the button, and is deleted', async ({
      page,
      server,
      complaints,
    }) => {
      complaints.allowEndedSession()
      const device = await deviceOf(page)
      const account = accountOf(page)
      await signUp({ page, server, complaints })

      await page.goto(security)
      await expect(page.getByText('You have no passkey yet.')).toBeVisible()
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await expect(page.getByText('Your passkey was added.')).toBeVisible()
      await expect(page.locator('#passkeys li')).toContainText(['Not used yet'])
      expect(await device.count()).toBe(1)
      await expect(page).toFitTheWindow()
      await expect(page).toPassAxe()

      await test.step('the browser offers it in the field', async () => {
        await device.touches(false)
        await account.signOut()
        await device.touches(true)
        // It may be signed in, and gone on, before the page has loaded.
        await page.goto('/auth/signin?next=/cart', { waitUntil: 'commit' })
        await page.waitForURL('/cart')
        expect(await account.isSignedIn()).toBe(true)
      })

      await test.step('the button ends what was offered, and asks', async () => {
        await account.signOut()
        await device.touches(false)
        const asked = page.waitForResponse((response) => response.url().endsWith('/auth/passkeyOptions'))
        await account.open()
        await asked
        const button = page.getByRole('button', { name: 'Sign in with a passkey' })
        await expect(button).toBeVisible()
        await expect(page).toPassAxe()
        await device.touches(true)
        await button.click()
        await page.waitForURL('/cart')
        expect(await account.isSignedIn()).toBe(true)
      })

      await test.step('renamed and deleted, it opens nothing any more', async () => {
        await page.goto(security)
        await page.locator('.passkey-name summary').click()
        await page.locator('#passkeys [name=name]').fill('My phone')
        await page.locator('#passkeys').getByRole('button', { name: 'Save' }).click()
        await expect(page.locator('#passkeys li')).toContainText(['My phone'])
        const deletion = page.locator('#passkeys .own-delete')
        await deletion.getByLabel('Delete My phone').click()
        await expect(deletion).toContainText('Are you sure you want to delete it?')
        await deletion.getByRole('button', { name: 'Delete' }).click()
        await expect(page.getByText('The passkey was deleted.')).toBeVisible()
        await expect(page.getByText('You have no passkey yet.')).toBeVisible()
        // The browser was told, and has thrown it away.
        await expect.poll(device.count).toBe(0)
      })
    })

    test.describe('without scripts', () => {
      test.use({ javaScriptEnabled: false })

      test('the page says what passkeys need', async ({ page }) => {
        await page.goto('/auth/signin')
        await expect(page.getByText('scripts must be on in your browser')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
      })
    })
  })

test('a key that is only touched leads to the second factor, and from there on', async ({
  page,
  server,
  complaints,
}) => {
  complaints.expect('401 POST /api/web/auth/passkeyFinish')
  complaints.allowEndedSession()
  await touchKeyOf(page, server.url)
  const account = accountOf(page)
  await signUp({ page, server, complaints })
  await page.goto(security)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Your passkey was added.')).toBeVisible()
  const codes = await setUpApp(page)
  await page.goto('/')
  await account.signOut()
  await account.open()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('/auth/verify-prompt')
  expect(await account.isSignedIn(), 'a touch is not enough').toBe(false)
  await giveRecoveryCode(page, codes[0]!)
  await page.waitForURL('/cart')
  expect(await account.isSignedIn()).toBe(true)
})

test('a passkey that asks for a finger proves who it is where a password needs the second factor', async ({
  page,
  server,
  complaints,
}) => {
  complaints.expect('401 POST /api/web/auth/signIn')
  complaints.expect('422 POST /form/user/endFactor')
  complaints.allow('403 POST /api/web/user/passkeyOptions')
  complaints.allowEndedSession()
  const device = await deviceOf(page)
  const account = accountOf(page)
  const email = await signUp({ page, server, complaints })
  await page.goto(security)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Your passkey was added.')).toBeVisible()
  const codes = await setUpApp(page)
  await device.touches(false)
  await page.goto('/')
  for (const isAsked of [true, false]) {
    await account.signOut()
    await account.open()
    await account.signInByPassword(email, goodPassword)
    if (isAsked) {
      await page.locator('[name=trust]').check()
      await account.code.fill(codes[0]!)
      await page.locator('.auth-form button[type=submit]:visible').last().click()
    }
    await page.waitForURL('/cart')
  }
  await device.touches(true)
  await page.goto(security)
  const turnOff = page.getByRole('button', { name: 'Turn off', exact: true })
  await turnOff.click()
  await expect(page.locator('h1')).toHaveText('Confirm that it is you')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(security)
  await turnOff.click()
  await expect(page.getByText('Two-step verification is off.')).toBeVisible()
})

test('after a sign-in by password the browser makes one by itself', async ({ page, server, complaints }) => {
  complaints.allowEndedSession()
  const device = await deviceOf(page)
  // Chromium without a window stores no passwords, and makes none by itself: this one grants what it is asked for.
  await page.addInitScript(() => {
    const { credentials } = navigator
    const create = credentials.create.bind(credentials)
    credentials.create = (options) => {
      const { mediation, ...others } = options as CredentialCreationOptions & { mediation?: string }
      return mediation === 'conditional' ? create(others) : Promise.reject(new Error('nobody has asked'))
    }
  })
  const account = accountOf(page)
  const email = await signUp({ page, server, complaints })
  await account.signOut()
  await account.open()
  await account.signInByPassword(email, goodPassword)
  await page.waitForURL('/cart')
  expect(await device.count()).toBe(1)
  await page.goto(security)
  await expect(page.locator('#passkeys li')).toHaveCount(1)
})

test('password managers find the way to the password and to passkeys', async ({ page, server }) => {
  const answer = await page.request.get('/.well-known/passkey-endpoints')
  expect(await answer.json()).toEqual({
    enroll: `${server.url}/user/security#passkeys`,
    manage: `${server.url}/user/security#passkeys`,
  })
  const change = await page.request.get('/.well-known/change-password', { maxRedirects: 0 })
  expect(change.status()).toBe(302)
  expect(change.headers()['location']).toBe('/user/security#user-password')
})
