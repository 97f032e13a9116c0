import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostileTemplates } from '#test/hostile-templates/hostile.ts'
import { openShop, violet, type RunningShop } from '#test/running-shop.ts'

/* Sections of the merchant's own in the built shop: its threads come from the build. */

let shop: RunningShop

beforeAll(async () => {
  shop = await openShop({ demo: true })
})
afterAll(async () => {
  await shop.stop()
  await shop.remove()
})

async function use(files: Readonly<Record<string, string>>): Promise<{ code: number; stderr: string }> {
  const folder = join(shop.dataDir, 'own-theme')
  for (const [path, text] of Object.entries({
    'theme.json': '{"theme": {"useDefTemplate": true}}',
    ...files,
  })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return violet(['theme', 'use', folder], { dataDir: shop.dataDir })
}

async function page(path: string): Promise<string> {
  return (await fetch(shop.url + path)).text()
}

function template(...types: string[]): string {
  const sections = Object.fromEntries(types.map((type, at) => [`s${at}`, { type }]))
  return JSON.stringify({ sections, order: Object.keys(sections) })
}

const cards = `<ul class="mine">{% for product in products %}{% render "card", product: product %}{% endfor %}</ul>`
const card = `<li>{% link product %}{% picture product, sizes: "25vw" %}<h3>{{ product.title }}</h3>{% endlink %}{% price product %}</li>`

it('shows a listing of a template of the merchant’s own', async () => {
  const files = { 'sections/cards.liquid': cards, 'snippets/card.liquid': card }
  expect(await use({ ...files, 'templates/search.json': template('cards') })).toMatchObject({ code: 0 })
  await expect.poll(() => page('/search'), { timeout: 30_000 }).toContain('<ul class="mine">')
  const html = await page('/search')
  const items = html.match(/<li><a href="\/product\/[^"]+"><picture class="picture"/g) ?? []
  expect(items.length).toBeGreaterThan(10)
  expect(html.match(/<span class="price-now">/g)!.length).toBeGreaterThanOrEqual(items.length)
})

it('stays when hostile sections stand on its home page', async () => {
  // What `theme use` finds with its samples is not stored: these hold back until they are in a shop.
  const hostile = hostileTemplates().filter(({ name }) => /^(time|memory)/.test(name))
  const files: Record<string, string> = {
    'snippets/itself.liquid': '{% render "itself" %}',
    'snippets/nothing.liquid': '',
    'snippets/twice-a.liquid': '{% render "twice-b" %}{% render "twice-b" %}',
    'snippets/twice-b.liquid': '{% render "twice-a" %}{% render "twice-a" %}',
  }
  const types = hostile.slice(0, 20).map(({ name, source }) => {
    const type = name.split('/')[1]!
    files[`sections/${type}.liquid`] = `{% unless shop.name == "Text" %}${source}{% endunless %}`
    return type
  })
  const home = template(...types, 'newsletter')
  const used = await use({ ...files, 'templates/home.json': home })
  expect(used).toMatchObject({ code: 0 })
  await expect.poll(() => page('/'), { timeout: 30_000 }).toContain('name="email"')
  const from = performance.now()
  for (let turn = 0; turn < 20; turn += 1) expect(await page(`/?mode=${turn}`)).toContain('name="email"')
  expect(performance.now() - from).toBeLessThan(20_000)
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
  expect(shop.process.exitCode).toBeNull()
})
