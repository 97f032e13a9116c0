import { expect, it } from 'vitest'
import { checkTheme } from './check-theme.ts'
import { neverShown } from './never-shown.ts'

function said(files: Readonly<Record<string, string>>): string[] {
  const all = { 'theme.json': '{"theme":{"useDefTemplate":true}}', ...files }
  const theme = new Map(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)]))
  const checked = checkTheme(theme)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problem))
  return neverShown(theme, checked.value.templates).map(
    ({ file, line, reason }) => `${file}:${line} ${reason}`,
  )
}

it('names blocks of an order that there are not, at any depth', () => {
  const files = { 'sections/a.liquid': '', 'blocks/b.liquid': '' }
  const home = (inner: string, outer: string): string =>
    `{ "sections": { "a": { "type": "a", "blocks": { "one": { "type": "b",
"blocks": { "two": { "type": "b" } }, "block_order": ["${inner}"] } },
"block_order": ["${outer}"] } }, "order": ["a"] }`
  expect(said({ ...files, 'templates/home.json': home('two', 'one') })).toEqual([])
  expect(said({ ...files, 'templates/home.json': home('tow', 'first') })).toEqual([
    'templates/home.json:3 there is no block first; "blocks" has one: nothing is shown for it',
    'templates/home.json:2 there is no block tow (did you mean two?); "blocks" has two: nothing is shown for it',
  ])
})

it('names texts of languages that no shop has', () => {
  expect(said({ 'locales/en.json': '{}', 'locales/zh-HK.json': '{}' })).toEqual([])
  expect(said({ 'locales/zh-hk.json': '{}' })).toEqual([
    expect.stringMatching(
      /^locales\/zh-hk\.json:1 zh-hk is no language that a shop can have \(did you mean zh-HK\?\): nobody sees/,
    ),
  ])
})
