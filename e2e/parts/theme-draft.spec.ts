import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startViolet } from '#test/running-shop.ts'
import { customerShop, expect, test, type Server } from '../fixtures.ts'
import { axeFaults, byTheGuidelines } from '../look/axe.ts'

/* A draft of a theme, as a colleague sees it in a browser: by its link, through the shop, and out of it. */

test.use({ own: customerShop })

const files = {
  'theme.json': JSON.stringify({ theme: { primaryColor: '#2f5d50', useDefTemplate: true } }),
  'templates/home.liquid':
    '<div class="home container"><h1 class="my-made">Made in {{ shop.name }}</h1>{% section "newsletter" %}</div>',
  'styles.css': '.my-made { font-style: italic; }\n.my-other { font-style: italic; }',
  'templates/product.liquid': '<p class="container mine">Ours: {{ product.title }}</p>{% main %}',
  'templates/page.json': JSON.stringify({
    sections: { promise: { type: 'promise' }, main: { type: 'main' } },
    order: ['promise', 'main'],
  }),
  'sections/promise.liquid': '<p>\n{% price shop %}</p>',
}

async function push(server: Server): Promise<string> {
  const folder = join(server.own.dataDir, 'mine')
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const { code, stdout, stderr } = await server.operate('theme', 'push', folder, '--draft', '--json')
  expect(code, stderr).toBe(0)
  return (JSON.parse(stdout) as { link: string }).link
}

test('a colleague sees a draft by its link wherever it leads, others see none of it, and there is a way out', async ({
  server,
  page,
  visitor,
}, info) => {
  const link = await push(server)
  expect(new URL(link).origin).toBe(new URL(server.url).origin)
  const banner = page.locator('.theme-draft')

  await page.goto(link)
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made in Violet')
  await expect(banner).toContainText('You see a draft of this shop’s look: mine, version')
  // Its own styles for what is there stand in the document, and all of them in a stylesheet.
  await expect(page.locator('h1')).toHaveCSS('font-style', 'italic')
  expect(await page.locator('style[data-theme]').textContent()).toContain('.my-made')
  expect(await page.locator('style[data-theme]').textContent()).not.toContain('.my-other')
  const own = await page.locator('link[data-theme]').getAttribute('href')
  expect(await (await page.request.get(own!)).text()).toMatch(/^[^]*\.my-made[^]*\.my-other/)
  expect(await axeFaults(page, byTheGuidelines)).toEqual([])
  await info.attach('draft', { body: await page.screenshot() })

  // By scripts, as links of the shop are followed.
  await page.goto('/category/lighting')
  await page.locator('.product-card-link').first().click()
  await expect(page.locator('.mine')).toHaveText(/^Ours: ./)
  await expect(banner).toBeVisible()

  // What of a template is not shown.
  await page.goto('/page/about')
  await expect(page.locator('.theme-draft-faults')).toContainText('sections/promise.liquid:2')
  expect(await axeFaults(page, byTheGuidelines)).toEqual([])

  const other = await visitor()
  await other.page.goto('/')
  await expect(other.page.locator('.home-hero-title')).toBeVisible()
  await expect(other.page.locator('.theme-draft')).toHaveCount(0)

  await page.goto('/category/lighting')
  await banner.getByRole('button', { name: 'Leave the draft' }).click()
  await expect(banner).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe('/category/lighting')
  await page.goto('/')
  await expect(page.locator('.home-hero-title')).toBeVisible()
})

test('an open page of a draft follows each save of `theme dev`', async ({ server, page }) => {
  const folder = join(server.own.dataDir, 'dev')
  const home = (title: string): string => `<div class="home container"><h1>${title}</h1></div>`
  const save = (path: string, text: string): Promise<void> => writeFile(join(folder, path), text)
  await mkdir(join(folder, 'templates'), { recursive: true })
  await save('theme.json', files['theme.json'])
  await save('templates/home.liquid', home('As it was'))
  const dev = startViolet(['theme', 'dev', folder, '--json'], { dataDir: server.own.dataDir })
  const ended = once(dev, 'close')
  try {
    const [line] = (await once(dev.stdout!.setEncoding('utf8'), 'data')) as [string]
    await page.goto((JSON.parse(line) as { link: string }).link)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText('As it was')
    await save('templates/home.liquid', home('As it is'))
    await expect(title).toHaveText('As it is')
    // A file with a fault changes nothing; the next save does.
    await save('templates/home.liquid', '{% nope %}')
    await save('theme.json', JSON.stringify({ theme: { primaryColor: '#7a2048', useDefTemplate: true } }))
    await save('templates/home.liquid', home('As it shall be'))
    await expect(title).toHaveText('As it shall be')
  } finally {
    dev.kill('SIGINT')
    await ended
  }
})
