import { expect, test } from '../fixtures.ts'

/** How the answer to a visit was compressed, and its bytes without headers. */
interface Came {
  encoding: string
  bytes: number
}

test('the next page comes in a fraction of its bytes, to a browser that has the dictionary', async ({
  page,
  server,
}) => {
  // A node makes it of the first listing and the first product that it renders.
  for (const path of ['/category/lighting', '/product/field-plate'])
    expect((await fetch(`${server.url}${path}`)).status).toBe(200)
  await expect
    .poll(async () => (await fetch(server.url, { method: 'HEAD' })).headers.get('link'))
    .toContain('rel="compression-dictionary"')

  const arrived = page.waitForResponse((one) => new URL(one.url()).pathname.startsWith('/dictionary/'))
  await page.goto('/')
  const dictionary = await arrived
  expect(await dictionary.headerValue('use-as-dictionary')).toContain('request=route')
  // The browser puts it away a little after it has come.
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/?request=route')).headers.get('content-encoding')))
    .toBe('dcz')

  const visit = async (href: string): Promise<Came> => {
    const answered = page.waitForResponse(
      (one) => one.url().includes('request=route') && one.url().includes(href),
    )
    await page.locator(`main a[href="${href}"]`).first().click()
    const answer = await answered
    await expect(page).toHaveURL(new RegExp(`${href}$`))
    await expect(page.locator('main h1')).toBeVisible()
    return {
      encoding: (await answer.headerValue('content-encoding')) ?? '',
      bytes: Number(await answer.headerValue('content-length')),
    }
  }
  // The same page for a browser without it.
  const plain = async (href: string): Promise<Came> => {
    const answer = await fetch(`${server.url}${href}?request=route`, { headers: { 'accept-encoding': 'br' } })
    const { headers } = answer
    return { encoding: headers.get('content-encoding')!, bytes: Number(headers.get('content-length')) }
  }
  const listing = await visit('/category/tableware')
  expect(listing.encoding).toBe('dcz')
  const usual = await plain('/category/tableware')
  expect(usual.encoding).toBe('br')
  expect(listing.bytes).toBeLessThan(usual.bytes * 0.7)
})

test('a stylesheet of another build comes as the difference to the one that the browser has', async ({
  page,
  server,
}) => {
  const document = await (await fetch(server.url)).text()
  const [styles] = /\/assets\/base-[\w-]+\.css/.exec(document)!
  const whole = await (await fetch(`${server.url}${styles}`)).text()
  await page.goto('/')
  // To the browser another URL of the same name is another version. Here it has the same content.
  let version = 0
  const next = (): Promise<{ encoding: string | null; bytes: number; text: string }> =>
    page.evaluate(async (url) => {
      const answer = await fetch(url)
      const [encoding, bytes] = ['content-encoding', 'content-length'].map((name) => answer.headers.get(name))
      return { encoding: encoding ?? null, bytes: Number(bytes), text: await answer.text() }
    }, `${styles}?version=${++version}`)
  // The browser puts the first one away a little after it has come.
  await expect.poll(async () => (await next()).encoding).toBe('dcz')
  const difference = await next()
  expect(difference.text).toBe(whole)
  expect(difference.bytes).toBeLessThan(200)
})
