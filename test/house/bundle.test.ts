import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import {
  budgets,
  compressedSize,
  limits,
  tooHeavy,
  weigh,
  type Manifest,
} from '../../scripts/check/budgets.ts'
import { bundle, checkBundle, recordModules, type BundledModules } from '../../scripts/check/bundle.ts'
import { islandsOnPage } from '../../scripts/check/page-islands.ts'
import { named, plant } from './plant.ts'

describe('budgets', () => {
  const manifest: Manifest = {
    'src/app/browser.ts': { file: 'browser.js', isEntry: true, imports: ['_visit'], css: ['base.css'] },
    _visit: { file: 'visit.js' },
    'src/platform/browser/mount.tsx': { file: 'mount.js', imports: ['_react', '_visit'] },
    _react: { file: 'react.js' },
    'island/cart.tsx': { file: 'cart.js', imports: ['_react'], css: ['cart.css'] },
    'island/search.tsx': { file: 'search.js', imports: ['_react'] },
  }
  const roots = {
    entry: 'src/app/browser.ts',
    mount: 'src/platform/browser/mount.tsx',
    pages: { home: ['island/search.tsx'], product: ['island/search.tsx', 'island/cart.tsx'] },
  }
  const sizes = new Map([
    ['browser.js', 4_000],
    ['visit.js', 2_000],
    ['mount.js', 4_000],
    ['react.js', 60_000],
    ['cart.js', 8_000],
    ['search.js', 2_000],
    ['base.css', 15_000],
    ['cart.css', 5_000],
  ])

  it('weighs each file once for each page', () => {
    expect(weigh(manifest, roots, sizes, limits)).toEqual([
      { what: 'runtime before interaction', bytes: 6_000, limit: 6_000 },
      { what: 'home: runtime, React, 1 islands', bytes: 72_000, limit: 80_000 },
      { what: 'product: runtime, React, 2 islands', bytes: 80_000, limit: 80_000 },
      { what: 'stylesheets', bytes: 20_000, limit: 20_000 },
    ])
  })

  it('accepts what is exactly as heavy as it may be', () => {
    expect(tooHeavy(weigh(manifest, roots, sizes, limits))).toEqual([])
  })

  it.each([
    ['visit.js', ['runtime before interaction', 'product']],
    ['cart.js', ['product']],
    ['cart.css', ['stylesheets']],
  ])('refuses one byte more in %s', (file, what) => {
    const heavier = new Map(sizes).set(file, (sizes.get(file) ?? 0) + 1)
    const findings = tooHeavy(weigh(manifest, roots, heavier, limits))
    expect(findings.map(({ rule, text }) => `${rule} ${text.split(':')[0]}`)).toEqual(
      what.map((name) => `too-heavy ${name}`),
    )
  })

  it('refuses to weigh nothing', () => {
    expect(tooHeavy([{ what: 'stylesheets', bytes: 0, limit: 20_000 }])).toMatchObject([
      { rule: 'weighs-nothing' },
    ])
    expect(() => weigh({}, roots, sizes, limits)).toThrow('src/app/browser.ts is not in the manifest')
    expect(() => weigh(manifest, roots, new Map(), limits)).toThrow('in the manifest and not in the build')
  })

  it('refuses to judge without a build', async () => {
    const root = await plant(null)
    await expect(budgets.look(root)).rejects.toThrow('npm run build')
    await expect(bundle.look(root)).rejects.toThrow('npm run build')
  })

  it('counts as a browser receives it', () => {
    expect(compressedSize(Buffer.from('violet '.repeat(1_000)))).toBeLessThan(60)
  })
})

describe('the islands of a page', () => {
  const files = {
    'src/features/content/pages/home.page.tsx': `import { Shell } from '#ui/shell.tsx'
import { Card } from '../parts/card.tsx'
export const View = () => <Shell><Island k="s" name="search" /><Card /></Shell>`,
    'src/features/content/parts/card.tsx': `export const Card = () => (
  <Island
    k="c"
    props={{ a: 1 }}
    name="product-buttons"
  />
)`,
    'src/ui/shell.tsx': `export const Shell = () => <Island name="nav" k="n" />`,
    'src/ui/elsewhere.tsx': `export const Footer = () => <Island name="newsletter" k="n" />`,
    'src/features/search/islands/search/island.tsx': '',
    'src/features/catalog/islands/product-buttons/island.tsx': '',
    'src/features/content/islands/nav/island.tsx': '',
  }

  it('are those of the page and of all that it imports', async () => {
    expect(await islandsOnPage(await plant(null, files), 'src/features/content/pages/home.page.tsx')).toEqual(
      [
        'src/features/content/islands/nav/island.tsx',
        'src/features/catalog/islands/product-buttons/island.tsx',
        'src/features/search/islands/search/island.tsx',
      ],
    )
  })

  it('must be named in so many words', async () => {
    const root = await plant(null, { ...files, 'src/ui/shell.tsx': `<Island k="x" name={chosen} />` })
    await expect(islandsOnPage(root, 'src/features/content/pages/home.page.tsx')).rejects.toThrow(
      'not written out',
    )
  })

  it('must have a folder', async () => {
    const root = await plant(null, { ...files, 'src/ui/shell.tsx': `<Island name="gone" k="g" />` })
    await expect(islandsOnPage(root, 'src/features/content/pages/home.page.tsx')).rejects.toThrow(
      'the island gone',
    )
  })
})

describe('the bundle', () => {
  it('holds nothing of the server: a real build is taken apart', async () => {
    const modules = await bundled({
      'src/app/browser.ts': `import { useState } from 'react'
import { view } from '#features/cart/contract.ts'
import { label } from '#ui/label.ts'
import { unusedHere } from '#platform/server/log.ts'
import('#features/cart/islands/cart/island.tsx')
document.title = label + String(view.safeParse(useState)) + typeof unusedHere`,
      'src/ui/label.ts': `export const label = 'Cart'`,
      'src/features/cart/contract.ts': `import { z } from 'zod'\nexport const view = z.object({ count: z.int() })`,
      'src/features/cart/islands/cart/island.tsx': `import { lines } from '../../queries.ts'\nexport default () => lines(document.title)`,
      'src/features/cart/queries.ts': `export const lines = (cart: string) => 'select * from cart_lines where cart = ' + cart`,
      'src/platform/server/log.ts': `export const unusedHere = (line: string) => console.log(line)`,
    })
    const found = named(checkBundle(modules)).map((finding) => finding.replace(/-[\w-]{8}\.js$/, '.js'))
    expect([...new Set(found)]).toEqual([
      'package-in-bundle build/client/assets/browser.js',
      'server-file-in-bundle build/client/assets/browser.js',
      'server-file-in-bundle build/client/assets/island.js',
    ])
    const strangers = checkBundle(modules).map(({ text }) => text)
    expect(strangers).toContain('src/features/cart/contract.ts')
    expect(strangers).toContain('src/features/cart/queries.ts')
    expect(strangers.filter((id) => !/^src\/|(^|\/)node_modules\/zod\//.test(id))).toEqual([])
  })

  it('accepts React and our own parts', async () => {
    const modules = await bundled({
      'src/app/browser.ts': `import { useState } from 'react'\nimport { label } from '#ui/label.ts'\ndocument.title = label + String(useState)`,
      'src/ui/label.ts': `export const label = 'Cart'`,
    })
    expect(checkBundle(modules)).toEqual([])
    expect(Object.values(modules).flat()).toContain('src/ui/label.ts')
  })

  async function bundled(files: Record<string, string>): Promise<BundledModules> {
    const root = await plant(null, files)
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [recordModules()],
      build: { outDir: 'build/client', rolldownOptions: { input: 'src/app/browser.ts' } },
    })
    return JSON.parse(await readFile(join(root, 'build/client/.vite/modules.json'), 'utf8')) as BundledModules
  }
})
