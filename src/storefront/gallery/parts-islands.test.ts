import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { dictionaries } from '../dictionaries.ts'
import { islandParts } from './parts-islands.tsx'
import type { GalleryProps } from './shown.ts'

it('shows each island that has examples, but the drawer that opens over the whole window', () => {
  const root = join(import.meta.dirname, '../..')
  const islands = globSync('**/islands/*/examples.tsx', { cwd: root }).map((file) => basename(dirname(file)))
  const ctx = { texts: dictionaries('en'), lang: 'en' } as unknown as Ctx
  const parts = islandParts({
    ctx,
    words: {} as GalleryProps['words'],
    products: [],
    pictures: [],
    question: null,
  })
  expect([...parts.map(({ name }) => name), 'cart-drawer'].toSorted()).toEqual(islands.toSorted())
  for (const { name, states } of parts) expect(states.length, name).toBeGreaterThan(0)
})
