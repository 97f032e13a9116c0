import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { serverParts } from '#wire/placed-names.ts'
import { dictionaries } from '../dictionaries.ts'
import { islandParts } from './parts-islands.tsx'
import type { GalleryProps } from './shown.ts'

/** Islands without examples, and why. */
const without = {
  content: 'shown among what holds other things',
  countdown: 'shown among what holds other things',
  'order-watch': 'nothing to be seen',
  part: 'stands around other islands',
  ...Object.fromEntries(serverParts.map((name) => [name, 'made by the server: shown with the placed parts'])),
  'phone-code-select': 'shown with the field of telephone numbers',
  'qr-scan': 'nothing to be seen',
  search: 'in the frame of every page, the gallery’s too',
  slides: 'shown among what holds other things',
}

const root = join(import.meta.dirname, '../..')
const islandsWith = (file: string): string[] =>
  globSync(`**/islands/*/${file}`, { cwd: root }).map((one) => basename(dirname(one)))

it('has examples of every island but those that say why not', () => {
  expect([...islandsWith('examples.tsx'), ...Object.keys(without)].toSorted()).toEqual(
    islandsWith('island.tsx').toSorted(),
  )
})

it('shows each island that has examples, but the drawer that opens over the whole window', () => {
  const ctx = { texts: dictionaries('en'), lang: 'en' } as unknown as Ctx
  const parts = islandParts({
    ctx,
    words: {} as GalleryProps['words'],
    products: [],
    pictures: [],
    question: null,
  })
  expect([...parts.map(({ name }) => name), 'cart-drawer'].toSorted()).toEqual(
    islandsWith('examples.tsx').toSorted(),
  )
  for (const { name, states } of parts) expect(states.length, name).toBeGreaterThan(0)
})
