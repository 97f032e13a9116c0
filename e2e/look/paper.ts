import type { Page } from '@playwright/test'

/** What could be pressed, or leads elsewhere than the text does, and would be printed with the page. */
export async function bareOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const left = await page.evaluate(() => {
    const parts =
      'button, .button, [role=button], nav, .announcement, .header-end, .footer, .breadcrumbs, .compare-link'
    return [...document.querySelectorAll(parts)]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 1)
      .map((one) => one.className || one.tagName)
  })
  const isNamed = await page.locator('.logo').isVisible()
  await page.emulateMedia({ media: null })
  return isNamed ? left : ['the name of the shop is missing', ...left]
}
