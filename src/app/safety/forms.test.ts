import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/*
 * What is wrong with a field is said by the shop at the field, in the page's language. A browser that checks by itself
 * says it first, in a bubble of its own language that goes away.
 */

/** Forms of one field and no place for words beside it: their answer is a toast, or a page. */
const small = [
  'src/features/catalog/islands/product-buttons/island.tsx',
  'src/features/newsletter/parts/newsletter.tsx',
  'src/features/search/islands/search/island.tsx',
  'src/storefront/placed/frame.tsx',
]

/** Those that the browser would keep from being sent. */
function checkedByBrowser(source: string): boolean {
  return (
    /<form\b/.test(source) &&
    !/\bnoValidate\b/.test(source) &&
    /^\s+required$|\brequired[ />]|type="(?:email|url)"/m.test(source)
  )
}

it('leaves no form with fields to the checks of the browser', () => {
  expect(checkedByBrowser('<form action={a}><input name="a" required /></form>')).toBe(true)
  const found = globSync('src/**/*.tsx').filter((file) => checkedByBrowser(readFileSync(file, 'utf8')))
  expect(found.filter((file) => !small.includes(file))).toEqual([])
})
