import { randomUUID } from 'node:crypto'
import { customerShop, expect, test } from '../fixtures.ts'
import { accountOf } from '../shop/account.ts'
import { codeFor, signUp, undoLinkFor } from './own-mails.ts'
import { sampledIf } from '../whole.ts'

/*
 * Another e-mail address, taken back from the old mailbox; and the end of an account.
 */

test.use({ own: customerShop, viewport: { width: 390, height: 844 } })

for (const scripts of [true, false])
  test.describe(`${scripts ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled: scripts })

    test(
      'a change of the e-mail address is taken back by the link in the old mailbox',
      sampledIf(scripts),
      async ({ page, server, complaints, visitor }) => {
        const email = await signUp({ page, server, complaints, scripts })
        const thieves = `${randomUUID()}@example.org`
        await page.goto('/user/security/identity')
        if (scripts) await expect(page).toPassAxe()
        await expect(page).toFitTheWindow()
        const ask = page.locator('form[action$="sendChangeCode"]').first()
        await ask.locator('[name=account]').fill(thieves)
        await ask.locator('button[type=submit]').click()
        const give = page.locator('form[action$="editEmail"]')
        await give.locator('[name=code]').fill(await codeFor(server, thieves))
        await give.locator('button[type=submit]').click()
        await expect(page.locator('.area-notice')).toContainText('Changed.')

        const { page: old } = await visitor({ javaScriptEnabled: scripts })
        await old.goto(await undoLinkFor(server, email))
        expect(await accountOf(page).isSignedIn(), 'looking at the page changes nothing').toBe(true)
        complaints.allow('401 POST /api/web/')
        await old.locator('main form button[type=submit]').first().click()
        await expect(old).toHaveURL(/\/auth\/forget/)
        expect(await accountOf(page).isSignedIn(), 'the change ends every session').toBe(false)
      },
    )

    test(
      'an account is closed by its address typed out, and signs nobody in any more',
      sampledIf(!scripts),
      async ({ page, server, complaints }) => {
        const email = await signUp({ page, server, complaints, scripts })
        await page.goto('/user/security/close')
        if (scripts) await expect(page).toPassAxe()
        const form = page.locator('form[action$="user/close"]')
        const field = form.locator('input[type=text], input[type=email], input:not([type])').first()
        await field.fill('somebody@example.org')
        complaints.expect('422 POST /form/user/close')
        await form.locator('button[type=submit]').click()
        await expect(page.locator('.field-error')).toBeVisible()
        await field.fill(email)
        await form.locator('button[type=submit]').click()
        await expect(page).toHaveURL(/\/auth\/signin/)
        expect(await accountOf(page).isSignedIn()).toBe(false)
      },
    )
  })
