import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { renderView } from '#platform/server/pages/render.tsx'
import { router } from '#wire/shop-config.ts'
import { skeletonPaths } from './skeleton-paths.ts'
import { Skeletons } from './skeletons.tsx'

const rules = router.parse({})
const html = renderView(<Skeletons router={rules} />, {
  lang: 'en',
  islands: new Map(),
  cache: null,
  tags: new Set(),
  used: new Set(),
})
const templates = [...html.matchAll(/<template id="skeleton-([\w-]+)"[^>]* data-paths="([^"]*)"/g)]

it('has a template for each skeleton, with its paths', () => {
  expect(Object.fromEntries(templates.map(([, name, paths]) => [name, paths]))).toEqual(skeletonPaths(rules))
})

it('has a template for every name that a link or a form gives', async () => {
  const root = join(import.meta.dirname, '../..')
  const names = new Set<string>()
  for await (const file of glob('**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.tsx?$/.test(file)) continue
    const source = await readFile(join(root, file), 'utf8')
    // The others are of the type `SkeletonName`.
    for (const [, name] of source.matchAll(/data-page="([\w-]+)"/g)) names.add(name!)
  }
  expect(names.size).toBeGreaterThan(10)
  expect([...names].filter((name) => !templates.some(([, own]) => own === name))).toEqual([])
})
