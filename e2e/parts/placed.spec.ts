import type { Locator, Page } from '@playwright/test'
import { islandParts, ownParts, placedNames, type PlacedName } from '#wire/placed-names.ts'
import { customerShop, expect, test } from '../fixtures.ts'
import { callsOf, placeOrder } from '../shop/calls.ts'
import { whole } from '../whole.ts'

/*
 * The named parts in a page that the merchant imports: each is there, has other props by an event, and can be mounted
 * into an element that is empty.
 */

test.use({ own: customerShop })

interface Placed {
  props: object
  /** What the event brings. Null: the part has no props, since it shows what is the visitor's own. */
  update: object | null
}

/** Of two orders and two checkouts of one visitor. */
interface Own {
  orders: readonly [string, string]
  checkouts: readonly [string, string]
}

function partsOf({ orders, checkouts }: Own): Record<PlacedName, Placed> {
  const [mug, stool] = ['first-light-mug', 'perch-stool']
  const ofProduct = { props: { slug: mug }, update: { slug: stool } }
  const ofCheckout = { props: { checkout: checkouts[0] }, update: { checkout: checkouts[1] } }
  const ofOrder = { props: { order: orders[0] }, update: { order: orders[1] } }
  const labelled = { props: {}, update: { label: 'By another name' } }
  const link = { text: 'Lamps', href: '/category/lighting' }
  return {
    'address-form': ofCheckout,
    'address-modal': { props: {}, update: null },
    'article-list': { props: { limit: 1 }, update: { limit: 3 } },
    'article-masonry': { props: { limit: 4 }, update: { limit: 2 } },
    'aside-menu': { props: {}, update: { of: 'pages' } },
    cart: { props: {}, update: null },
    'cart-drawer': { props: {}, update: { text: 'What you have' } },
    'category-article': { props: { slug: 'oak' }, update: { limit: 1 } },
    'category-page': { props: {}, update: { limit: 2 } },
    'category-product': { props: { slug: 'lighting', limit: 2 }, update: { slug: 'tableware' } },
    'checkout-apply': ofCheckout,
    'checkout-payment': ofCheckout,
    'checkout-shipping-plan': ofCheckout,
    comment: { props: { article: 'what-glaze-is' }, update: { article: 'three-lamps' } },
    content: { props: {}, update: { page: 'about' } },
    dropdown: { props: { text: 'More', links: [link] }, update: { text: 'Less' } },
    input: { props: { name: 'size', label: 'Size' }, update: { label: 'Width' } },
    'input-password': { props: { label: 'Word' }, update: { label: 'Other word' } },
    'locale-switcher': labelled,
    nav: { props: {}, update: { of: 'collections' } },
    'nav-menu': { props: { limit: 2 }, update: { limit: 1 } },
    newsletter: { props: {}, update: { title: 'Letters' } },
    'order-refund': ofOrder,
    payment: ofOrder,
    'phone-code-select': { props: { region: 'HK' }, update: { region: 'DE' } },
    'product-buttons': ofProduct,
    'product-image': ofProduct,
    'product-interactive': ofProduct,
    'product-list': {
      props: { collection: 'quiet-light', limit: 2 },
      update: { category: null, collection: null, slugs: [stool] },
    },
    'product-modal': ofProduct,
    'product-price': ofProduct,
    'product-score': ofProduct,
    'product-single': ofProduct,
    'product-slides': { props: { slugs: [mug, stool] }, update: { slugs: [stool] } },
    'product-spec': ofProduct,
    review: ofProduct,
    search: labelled,
    slides: { props: {}, update: { from: 'collections' } },
    'user-header': labelled,
  }
}

const attribute = (value: object): string =>
  JSON.stringify(value).replaceAll('&', '&amp;').replaceAll("'", '&#39;')

function textWith(parts: Record<PlacedName, Placed>): string {
  return placedNames
    .map(
      (name) =>
        `<h2>${name}</h2><x-island c="${name}" p='${attribute(parts[name].props)}'><p>Instead of ${name}</p></x-island>`,
    )
    .join('\n')
}

/** They stand in the order of their names. */
const partOf = (page: Page, name: PlacedName): Locator =>
  page.locator(`main x-island[k="part${placedNames.indexOf(name)}-${name}"]`)

/** Which parts have said that they show what they were asked for, in their order. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard: string[] = []
    for (const type of ['part:shown', 'part:refused'])
      document.addEventListener(type, (event) => {
        heard.push(`${type.slice(5)} ${(event as CustomEvent<{ name: string }>).detail.name}`)
      })
    Object.assign(window, { heard })
  })
}
const heard = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { heard: string[] }).heard)

const update = (host: Locator, detail: object): Promise<void> =>
  host.evaluate((element, props) => {
    element.dispatchEvent(new CustomEvent('island:update', { detail: props }))
    element.dispatchEvent(new Event('island:wake'))
  }, detail)

test('all of them stand on one page of the merchant, change by an event, and mount into what is empty', async ({
  page,
  shop,
  server,
  complaints,
}) => {
  test.setTimeout(600_000)
  const call = callsOf(page)
  const [mug, stool] = [{ sku: 'FLM-OAT-S' }, { sku: 'PRS-OAK-45' }]
  const begun = async (wish: { sku: string }): Promise<string> =>
    (await call<{ slug: string }>('/checkout/create', { ...wish, quantity: 1 })).slug
  const orders = [await placeOrder(call, mug), await placeOrder(call, stool)] as const
  const checkouts = [await begun(stool), await begun(mug)] as const
  await shop.cart.add('First Light Mug')
  const parts = partsOf({ orders, checkouts })
  await server.importing('content', {
    pages: [{ slug: 'parts', title: { en: 'Parts' }, body: { en: textWith(parts) } }],
  })

  // Nobody is signed in: the address book stays a link.
  await page.goto('/page/parts')
  await listen(page)
  await test.step('what belongs to the visitor comes when it is seen', async () => {
    for (const name of ownParts) {
      // What stands there goes as soon as it is seen.
      await partOf(page, name).evaluate((host) => host.querySelector('x-slot > *')?.scrollIntoView())
      await expect
        .poll(() => heard(page))
        .toContain(`${name === 'address-modal' ? 'refused' : 'shown'} ${name}`)
    }
    await expect(partOf(page, 'cart')).toContainText('First Light Mug')
    await expect(partOf(page, 'payment')).toContainText(orders[0])
    await expect(partOf(page, 'address-modal')).toContainText('Instead of address-modal')
  })

  await test.step('everything else is there', async () => {
    for (const name of placedNames) {
      await expect(partOf(page, name), name).toHaveCount(1)
      const isInside = name === 'content' || name === 'slides' || name === 'address-modal'
      if (!isInside) await expect(partOf(page, name), name).not.toContainText(`Instead of ${name}`)
    }
  })

  await test.step('what stands beside others elsewhere is whole by itself: with its label, its box, and in line', async () => {
    const leftOf = (seen: Locator): Promise<number> =>
      seen.evaluate((element) => Math.round(element.getBoundingClientRect().left))
    const field = partOf(page, 'phone-code-select')
    await expect(field.locator('label')).toBeVisible()
    await expect(page.getByLabel('Country code', { exact: true }).and(field.locator('select'))).toHaveCount(1)
    await expect(field.locator('.field-box')).toHaveCSS('border-top-style', 'solid')
    const width = await field.locator('.field-box').evaluate((box) => box.getBoundingClientRect().width)
    expect(width).toBeLessThan(300)
    const heading = page.getByRole('heading', { name: 'comment', exact: true })
    expect(await leftOf(partOf(page, 'comment').locator('.comments'))).toBe(await leftOf(heading))
  })

  await test.step('each has other props by an event', async () => {
    for (const name of placedNames) {
      const change = parts[name].update
      if (change === null) continue
      const slot = partOf(page, name).locator('> x-slot')
      const before = await slot.innerHTML()
      const count = (await heard(page)).length
      await update(partOf(page, name), change)
      await expect.poll(async () => (await heard(page)).slice(count), name).toContain(`shown ${name}`)
      expect(await slot.innerHTML(), name).not.toBe(before)
    }
    expect((await heard(page)).filter((one) => one.startsWith('refused'))).toEqual(['refused address-modal'])
    await expect(partOf(page, 'product-list').locator('.product-card')).toHaveCount(1)
    await expect(partOf(page, 'payment')).toContainText(orders[1])
    await expect(partOf(page, 'content')).not.toContainText('Instead of content')
  })

  await test.step('an event for the island inside is one for the part, where it speaks of it', async () => {
    const inside = partOf(page, 'product-buttons').locator('x-island[c="product-buttons"]')
    await expect(inside).toHaveAttribute('p', /perch-stool/)
    await update(inside, { slug: 'first-light-mug' })
    await expect(inside).toHaveAttribute('p', /first-light-mug/)
  })

  await test.step('what is in them works', async () => {
    await partOf(page, 'product-buttons').getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.locator('dialog.cart-drawer')).toBeVisible()
    await page.keyboard.press('Escape')
    await partOf(page, 'cart-drawer').locator('a').click()
    await expect(page.locator('dialog.cart-drawer')).toBeVisible()
    await page.keyboard.press('Escape')
    await partOf(page, 'product-modal').locator('> x-slot > button').click()
    await expect(page.getByRole('dialog', { name: 'Perch Stool' })).toBeVisible()
    await page.keyboard.press('Escape')
    await partOf(page, 'input-password').locator('input').fill('a word')
    await partOf(page, 'input-password').getByRole('button', { name: 'Show' }).click()
    await expect(partOf(page, 'input-password').locator('input')).toHaveAttribute('type', 'text')
  })

  await test.step('what makes no sense is said, and what was there stays', async () => {
    complaints.expect('error: The part nav stays as it is: of: ', '422 GET /part/nav')
    const slot = partOf(page, 'nav').locator('> x-slot')
    const before = await slot.innerHTML()
    await update(partOf(page, 'nav'), { of: '<script>', __proto__x: 1 })
    await expect.poll(() => heard(page)).toContain('refused nav')
    expect(await slot.innerHTML()).toBe(before)
    // Of an order of somebody else nothing is said.
    let requests = 0
    page.on('request', (request) => {
      if (request.url().includes('/part/own/payment')) requests += 1
    })
    await update(partOf(page, 'payment'), { order: '9999999999' })
    await expect.poll(() => heard(page)).toContain('refused payment')
    expect(requests).toBe(1)
    await expect(partOf(page, 'payment')).toContainText(orders[1])
  })

  await test.step('each is mounted into an empty element, later', async () => {
    await page.goto('/page/about')
    await listen(page)
    const full = {
      ...parts,
      content: { props: { page: 'about' } },
      slides: { props: { from: 'promotions' } },
    }
    // As a sample, every other one: all are mounted by the same code, and were shown above.
    const wanted = placedNames.filter(
      (name, index) => name !== 'address-modal' && (whole() || index % 2 === 0),
    )
    for (const name of wanted) {
      const isWrapped = (islandParts as readonly string[]).includes(name)
      await page.evaluate(
        ([c, p]) => {
          const host = document.createElement('x-island')
          host.setAttribute('c', c!)
          host.setAttribute('p', p!)
          host.setAttribute('on', 'delay:100')
          document.querySelector('main')!.append(host)
        },
        [
          isWrapped ? 'part' : name,
          JSON.stringify({ ...(isWrapped && { part: name }), ...full[name].props }),
        ],
      )
      await expect.poll(() => heard(page), name).toContain(`shown ${name}`)
      await page.evaluate(() => document.querySelector('main > x-island:last-child')!.remove())
    }
  })
})

test('a script that is not the shop’s own mounts a part later, and learns that it is alive', async ({
  page,
}) => {
  await page.goto('/page/about')
  const mounted = await page.evaluate(async () => {
    const { mountLater } = customElements.get('x-island') as unknown as {
      mountLater(element: Element, name: string, props: object): Promise<boolean>
    }
    const main = document.querySelector('main')!
    const alive = new Promise((resolve) => {
      main.addEventListener('island:live', (event) => resolve((event as CustomEvent).detail), {
        once: true,
      })
    })
    return [await mountLater(main, 'product-list', { slugs: ['perch-stool'] }), await alive]
  })
  expect(mounted).toEqual([true, { name: 'product-list' }])
  await expect(page.locator('main > x-island:last-child .product-card')).toHaveCount(1)
})
