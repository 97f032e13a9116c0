import { HtmlValidate } from 'html-validate'
import { check } from 'linkinator'
import type { AxeChoice } from './look/axe.ts'
import { expect, test } from './fixtures.ts'
import { missingPage, publicPages as pages } from './public-pages.ts'
import { whole } from './whole.ts'

/*
 * What is asked of every public page in every language: markup without a fault, nothing that axe objects to, nothing
 * wider than a phone, and links that lead somewhere.
 */

const { describe } = test

const isEnglish = (path: string): boolean => !/^\/zh\b/.test(path)

describe.configure({ mode: 'parallel' })

// To render each for the first time would take most of the time.
test.use({ pictures: false })

describe('markup', () => {
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

  // As a sample, the English pages and each third of the others: their markup is the same, their texts are not.
  for (const page of pages.filter(
    (path, index) => whole() || (isEnglish(path) ? index % 2 === 0 : index % 6 === 0),
  ))
    test(`${page} has none that is wrong`, async ({ server }) => {
      const answer = await fetch(`${server.url}${page}`)
      expect(answer.status).toBe(page.endsWith(missingPage) ? 404 : 200)
      const report = await validator.validateString(await answer.text())
      const faults = report.results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
      )
      expect(faults).toEqual([])
    })
})

/** What axe asks of names and languages. All else is the same in every language, and asked in English. */
const ofWords: AxeChoice = {
  options: {
    runOnly: [
      'aria-command-name',
      'aria-dialog-name',
      'aria-input-field-name',
      'aria-toggle-field-name',
      'button-name',
      'document-title',
      'empty-heading',
      'frame-title',
      'html-has-lang',
      'html-lang-valid',
      'image-alt',
      'input-button-name',
      'label',
      'label-title-only',
      'landmark-unique',
      'link-name',
      'role-img-alt',
      'select-name',
      'summary-name',
      'svg-img-alt',
      'valid-lang',
    ],
  },
}

describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } })

  const inEnglish = pages.filter(isEnglish).filter((_, index) => index % 2 === 0)
  const others = pages.filter((path, index) => !isEnglish(path) && (whole() || index % 6 === 0))

  for (const path of whole() ? pages : inEnglish)
    test(`${path} has nothing that axe objects to, and nothing wider than the window`, async ({
      page,
      complaints,
    }) => {
      if (path.endsWith(missingPage)) complaints.expect(`404 GET ${path}`)
      await page.goto(path)
      await expect(page).toFitTheWindow()
      await expect(page).toPassAxe()
    })

  for (const prefix of whole() ? ['/zh', '/zh-HK'] : ['/zh-HK'])
    test(`no page in ${prefix} lacks a name or a language, or is wider than the window`, async ({
      page,
      complaints,
    }) => {
      complaints.allow(`404 GET ${prefix}${missingPage}`)
      for (const path of others.filter((one) => one.split('/')[1] === prefix.slice(1))) {
        await page.goto(path)
        await expect.soft(page, path).toFitTheWindow()
        await expect.soft(page, path).toPassAxe(ofWords)
      }
    })
})

test('has no link that leads nowhere', async ({ server }) => {
  test.setTimeout(180_000)
  // As a sample, one page in each language: frame and home page lead to one page of each kind.
  const some = pages.filter((page, index) => !page.endsWith(missingPage) && (whole() || index % 35 === 0))
  const found = await check({
    path: some.map((page) => `${server.url}${page}`),
    recurse: false,
    concurrency: 8,
    timeout: 20_000,
    // Other sites cannot be asked from everywhere where tests run; and each picture would be made for it.
    linksToSkip: (link) =>
      Promise.resolve(
        !link.startsWith(server.url) || (!whole() && new URL(link).pathname.startsWith('/media/')),
      ),
  })
  const broken = found.links.filter(({ state }) => state === 'BROKEN')
  expect(broken.map(({ url, status, parent }) => `${status} ${url} on ${parent}`)).toEqual([])
  expect(found.links.filter(({ state }) => state === 'OK').length).toBeGreaterThan(whole() ? 500 : 60)
})

for (const [untidy, tidy] of [
  ['//', '/'],
  ['//evil.example/cart', '/evil.example/cart'],
  ['/zh//category///tableware', '/zh/category/tableware'],
  ['/product/perch-stool/?sort=new', '/product/perch-stool?sort=new'],
] as const)
  test(`leads from ${untidy} to ${tidy} and to no other site`, async ({ server }) => {
    const answer = await fetch(`${server.url}${untidy}`, { redirect: 'manual' })
    expect(answer.status).toBe(308)
    expect(answer.headers.get('location')).toBe(tidy)
  })
