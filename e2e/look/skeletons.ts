import type { Page } from '@playwright/test'

/** Where parts of the page begin and how wide they are; of its skeleton while that is shown. */
export function placesOf(page: Page, selectors: readonly string[]): Promise<(readonly number[])[]> {
  return page.evaluate((wanted) => {
    const main = document.querySelector('[data-skeleton]') ?? document.getElementById('main')!
    return wanted.map((selector) => {
      const { x, width } = main.querySelector(selector)!.getBoundingClientRect()
      return [x, width].map(Math.round)
    })
  }, selectors)
}

/** As the runtime does while a page is on its way. */
export async function showSkeleton(page: Page, name: string): Promise<void> {
  await page.evaluate((id) => {
    const main = document.getElementById('main')!
    const skeleton = document.createElement('div')
    skeleton.dataset['skeleton'] = id
    skeleton.append(
      (document.getElementById(`skeleton-${id}`) as HTMLTemplateElement).content.cloneNode(true),
    )
    main.before(skeleton)
    main.style.display = 'none'
  }, name)
}

/** The name of the skeleton that a link without any mark shows, by its path alone. */
export async function skeletonOnTheWay(page: Page, path: string): Promise<string | null> {
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(`**${path}?*`, async (route) => {
    await held
    await route.continue()
  })
  await page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.getElementById('main')!.append(link)
    link.click()
  }, path)
  const name = await page.locator('[data-skeleton]').getAttribute('data-skeleton')
  letGo()
  await page.locator('[data-skeleton]').waitFor({ state: 'detached' })
  return name
}
