import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Server } from './fixtures.ts'

/*
 * A language that is written from right to left, brought by the merchant under a prefix that the shop does not use. Its
 * texts are English ones in Arabic letters: what is looked at is where things stand.
 */

test.use({ own: {} })

/** Letters outside of placeholders become Arabic ones. */
function fromRightToLeft(message: string): string {
  let depth = 0
  return [...message]
    .map((character) => {
      if (character === '{') depth += 1
      if (character === '}') depth -= 1
      return depth === 0 && /[a-z]/i.test(character)
        ? String.fromCodePoint(0x627 + (character.toLowerCase().codePointAt(0)! - 97))
        : character
    })
    .join('')
}

async function turnOn(server: Server): Promise<void> {
  const english = await server.operate('words', 'export', 'en', '--format', 'json')
  const texts = Object.entries(JSON.parse(english.stdout) as Record<string, string>)
    // Arabic has six plurals: these stay English, as a pack may leave them.
    .filter(([, message]) => !message.includes('plural'))
    .map(([key, message]) => [key, fromRightToLeft(message)])
  const file = join(server.own.dataDir, 'ar.json')
  await writeFile(file, JSON.stringify({ $lang: 'ar', ...Object.fromEntries(texts) }))
  const { code } = await server.operate('words', 'add', 'id', '--file', file, '--offer')
  expect(code).toBe(0)
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('$lang', 'ar')
  await expect
    .poll(async () => (await fetch(`${server.url}/id`)).text())
    .toContain('<html lang="ar" dir="rtl">')
}

test.beforeAll(({ server }) => turnOn(server))

for (const width of [360, 1280])
  test(`the shop is laid out from right to left at ${width} pixels`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/id', '/id/product/perch-stool', '/id/cart', '/id/article', '/id/auth/signin']) {
      await page.goto(path)
      await expect(page).toBeInLanguage('ar')
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page).toFitTheWindow()
    }
    await page.goto('/id')
    const [logo, bag] = await Promise.all(
      ['.header-start', '.header-end'].map((part) => page.locator(part).boundingBox()),
    )
    // The beginning of the header is on the right.
    expect(logo!.x).toBeGreaterThan(bag!.x)
  })

test('a product goes into the cart, and a changed text is there without a build', async ({
  page,
  server,
}) => {
  await page.goto('/id/product/perch-stool')
  await page.locator('form[action$="/cart/add"] [type=submit]').first().click()
  await page.locator('.cart-line').first().waitFor()
  expect((await server.operate('words', 'set', 'id', 'cart.title', 'عربة التسوق')).code).toBe(0)
  await expect(async () => {
    await page.goto('/id/cart')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('عربة التسوق', { timeout: 1_000 })
  }).toPass()
  // Header and footer were those of before: the next visit is a whole page.
  await page.goto('/id')
  expect((await server.operate('words', 'set', 'id', 'frame.skip', 'تخطي')).code).toBe(0)
  await expect.poll(async () => (await fetch(`${server.url}/id/article`)).text()).toContain('تخطي')
  await page.locator('a[href="/id/article"]').first().click()
  await expect(page.locator('.skip-link')).toHaveText('تخطي')
})
