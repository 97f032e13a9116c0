import type { Locator, Page } from '@playwright/test'
import { calm, handTrack } from '#features/verify/rules/tracks-for-tests.ts'
import type { Issued } from '#features/verify/contract.ts'
import { gapIn } from '#test/puzzle-eyes.ts'
import { expect } from '../fixtures.ts'
import { desktop, phone, test } from '../look/gallery.ts'
import { sumIn } from '../shop/verify.ts'
import { whole } from '../whole.ts'

/*
 * The security verification as the gallery shows it: its calls are the shop's own.
 */

test.use({ own: { env: { NODE_ENV: 'test' } } })

const idle = '/dev/gallery?part=verify&state=idle'

/** What the island says; the page has an announcer of its own. */
function said(page: Page): Locator {
  return page.locator('.verify-said')
}

/** Presses what asks for a puzzle, and returns it with the place of its gap. */
async function asks(page: Page, press: () => Promise<void>): Promise<Issued> {
  const answer = page.waitForResponse('**/api/web/verify/create')
  await press()
  const { data } = (await (await answer).json()) as { data: Issued }
  return data
}

function gapOf({ puzzle }: Issued): number {
  if (puzzle.way !== 'slide') throw new Error('there is no gap')
  return gapIn(puzzle.image, puzzle.piece)
}

/** Moves the pointer as a hand does. @param off pixels by which it misses */
async function drags(page: Page, bar: Locator, issued: Issued, off = 0): Promise<void> {
  const box = (await bar.boundingBox())!
  const handle = (await bar.locator('.verify-handle').boundingBox())!
  const scale = (box.width - handle.width) / 268
  const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const { samples } = handTrack(gapOf(issued) + off, calm)
  const began = Date.now()
  for (const [time, x, y] of samples) {
    await expect.poll(() => Date.now() - began, { intervals: [1] }).toBeGreaterThanOrEqual(time)
    await page.mouse.move(from.x + x * scale, from.y + y)
  }
  await page.mouse.up()
}

for (const viewport of whole() ? [phone, desktop] : [phone])
  test.describe(`the security verification at ${viewport.width} px`, () => {
    test('is passed by dragging, and gives its form the id', async ({ visit }) => {
      const page = await visit(idle, { viewport })
      const begin = page.getByRole('button', { name: 'Please complete the security verification' })
      const issued = await asks(page, () => begin.click())
      await expect(page).toPassAxe()
      const bar = page.locator('.verify-bar')
      expect((await bar.boundingBox())!.height).toBeGreaterThanOrEqual(44)
      await drags(page, bar, issued)
      await expect(said(page)).toHaveText('Verification success')
      await expect(page.locator('input[name=verifyId]')).toHaveValue(issued.verifyId)
      await expect(page).toPassAxe()
      await expect(page).toFitTheWindow()
    })

    test('says so when the piece is beside the gap, and shows another picture', async ({
      visit,
      complaints,
    }) => {
      complaints.expect('422 POST /api/web/verify/check')
      const page = await visit(idle, { viewport })
      const first = await asks(page, () => page.locator('.verify-begin').click())
      const next = await asks(page, () => drags(page, page.locator('.verify-bar'), first, -30))
      await expect(said(page)).toHaveText('Verification failed')
      expect(next.verifyId).not.toBe(first.verifyId)
      await drags(page, page.locator('.verify-bar'), next)
      await expect(said(page)).toHaveText('Verification success')
    })

    test('is passed by the keys of a keyboard alone', async ({ visit }) => {
      const page = await visit(idle, { viewport })
      await page.locator('.verify-begin').focus()
      const issued = await asks(page, () => page.keyboard.press('Enter'))
      const slider = page.getByRole('slider', { name: 'Swipe right to complete verification' })
      await expect(slider).toBeFocused()
      for (let x = 0; x < gapOf(issued); x++) await page.keyboard.press('ArrowRight')
      await expect(slider).toHaveValue(`${gapOf(issued)}`)
      await page.keyboard.press('Enter')
      await expect(said(page)).toHaveText('Verification success')
    })

    test('is passed by the work of the device, without any pointing', async ({ visit }) => {
      const page = await visit(idle, { viewport })
      await asks(page, () => page.locator('.verify-begin').click())
      await asks(page, () =>
        page.getByRole('button', { name: 'Let this device work instead' }).press('Enter'),
      )
      await expect(said(page)).toHaveText('Verification success', { timeout: 30_000 })
    })

    test('is passed by an answer in words, and a wrong one is refused', async ({ visit, complaints }) => {
      complaints.expect('422 POST /api/web/verify/check')
      const page = await visit(idle, { viewport })
      await asks(page, () => page.locator('.verify-begin').click())
      const ask = page.getByRole('button', { name: 'Answer a question instead' })
      const first = await asks(page, () => ask.click())
      const answer = page.getByRole('textbox')
      await expect(answer).toBeFocused()
      await expect(page).toPassAxe()
      await answer.fill('99')
      const next = await asks(page, () => answer.press('Enter'))
      await expect(said(page)).toHaveText('Verification failed')
      expect(next.verifyId).not.toBe(first.verifyId)
      await page.getByRole('textbox').fill(sumOf(next))
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(said(page)).toHaveText('Verification success')
    })

    test('asks by a plain form where scripts do not run', async ({ visit }) => {
      const page = await visit('/dev/gallery?part=verify&state=by+a+form', {
        viewport,
        javaScriptEnabled: false,
      })
      const text = (await page.locator('label[for=verify-form-answer]').textContent())!
      await page.getByRole('textbox').fill(sumIn(text))
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page).toHaveURL(/\/dev\/gallery\?part=verify$/)
      await expect(page.getByText('Verification success').first()).toBeVisible()
    })
  })

function sumOf({ puzzle }: Issued): string {
  return puzzle.way === 'question' ? sumIn(puzzle.text) : ''
}
