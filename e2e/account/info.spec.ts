import sharp from 'sharp'
import { expect, test, writingShop } from '../fixtures.ts'
import { signUp } from './own-mails.ts'
import { pairs, sampledIf } from '../whole.ts'

/*
 * Personal info: names, what is said about oneself, and a picture whose square is chosen.
 */

test.use({ pictures: true, own: writingShop })

/** Left half red, right half blue. */
const picture = async (): Promise<{ name: string; mimeType: string; buffer: Buffer }> => ({
  name: 'me.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 400, height: 200, channels: 3, background: '#c02020' } })
    .composite([
      {
        input: { create: { width: 200, height: 200, channels: 3, background: '#2020c0' } },
        left: 200,
        top: 0,
      },
    ])
    .png()
    .toBuffer(),
})

for (const [scripts, width] of pairs([true, false], [390, 1280]))
  test.describe(`${scripts ? 'with' : 'without'} scripts, ${width} px wide`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width, height: 900 } })

    test(
      'names are written as their writing does, and a refused form can be gone back to',
      sampledIf(!scripts),
      async ({ page, server, complaints }) => {
        complaints.expect('422 POST /zh/form/user/editInfo')
        await signUp({ page, server, complaints, scripts })
        await page.goto('/zh/user/info')
        const save = (form: string): Promise<void> => page.locator(`form[action$=${form}] button`).click()
        await page.locator('[name=birthday]').fill('2999-01-01')
        await save('editInfo')
        await expect(page.locator('.form-errors')).toContainText('请核对日期')
        await page.goto(page.url())
        await expect(page).toHaveURL(/\/zh\/user\/info$/)
        await page.locator('[name=firstName]').fill('美玲')
        await page.locator('[name=lastName]').fill('陈')
        await save('editName')
        await expect(page.locator('.area-notice')).toBeVisible()
        await page.goto('/zh/user/account')
        await expect(page.locator('main')).toContainText('陈美玲')
      },
    )

    test('the menu shows where one is', sampledIf(scripts), async ({ page, server, complaints }) => {
      await signUp({ page, server, complaints, scripts })
      for (const part of ['center', 'coupon']) {
        await page.goto(`/user/${part}`)
        // All but a fraction of a pixel, which the scroll position is rounded by.
        await expect(page.locator('.aside-menu [aria-current]')).toBeInViewport({ ratio: 0.98 })
        expect(await page.evaluate(() => scrollY)).toBe(0)
      }
      await page.goto('/user/security')
      await expect(page.getByRole('listitem').filter({ hasText: 'Account created' })).toBeVisible()
    })

    test(
      'a picture is chosen, seen, and deleted',
      sampledIf(scripts),
      async ({ page, server, complaints }) => {
        await signUp({ page, server, complaints, scripts })
        await page.goto('/user/info')
        await expect(page.getByText('You have not chosen a picture.')).toBeVisible()
        await page.getByLabel('Choose a picture').setInputFiles(await picture())
        if (scripts) {
          const across = page.getByLabel('Left or right')
          await across.focus()
          await across.press('End')
          await expect(page.locator('input[name=x]')).toHaveValue('200')
        }
        await page.getByRole('button', { name: 'Save picture' }).click()
        await expect(page.locator('.area-notice')).toHaveText('Your picture is saved.')
        const shown = page.getByRole('img', { name: 'Your picture' })
        await expect(shown).toBeVisible()
        const sent = await page.request.get((await shown.getAttribute('src'))!)
        const { data, info } = await sharp(await sent.body())
          .raw()
          .toBuffer({ resolveWithObject: true })
        expect([info.width, info.height]).toEqual([200, 200])
        // At its left edge: blue where the right half was chosen, red in the middle of the whole.
        const [red = 0, , blue = 0] = data.subarray(info.width * 100 * info.channels)
        expect(blue > red).toBe(scripts)

        const deletion = page.locator('.avatar .own-delete')
        await deletion.locator('summary').click()
        await expect(deletion).toContainText('Are you sure you want to delete it?')
        await deletion.getByRole('button', { name: 'Delete picture' }).click()
        await expect(page.locator('.area-notice')).toHaveText('Your picture is deleted.')
        await expect(shown).toHaveCount(0)
      },
    )

    test(
      'what is wrong is said at its field, and what was typed stays',
      sampledIf(!scripts),
      async ({ page, server, complaints }) => {
        complaints.expect('422 POST /form/user/editAvatar', '422 POST /form/user/editName')
        await signUp({ page, server, complaints, scripts })
        await page.goto('/user/info')
        const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }
        await page.getByLabel('Choose a picture').setInputFiles(file)
        await page.getByRole('button', { name: 'Save picture' }).click()
        await expect(page.locator('#user-avatar-error')).toBeVisible()
        await page.getByLabel('First name').fill('')
        await page.getByLabel('Last name').fill('King')
        await page.locator('form[action$="user/editName"] button').click()
        await expect(page.locator('form[action$="user/editName"] .field-error')).toBeVisible()
        await expect(page.getByLabel('Last name')).toHaveValue('King')
      },
    )
  })

test('scripts know who is signed in, in every document', async ({ page, server, complaints }) => {
  await signUp({ page, server, complaints, scripts: true })
  await page.goto('/')
  for (const _time of ['first', 'second']) {
    const info = page.waitForResponse('**/api/web/user/info')
    await page.reload()
    const { code, data } = (await (await info).json()) as { code: number; data: { email: string } }
    expect([code, data.email]).toEqual([0, expect.stringContaining('@')])
  }
})
