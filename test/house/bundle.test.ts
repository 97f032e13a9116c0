import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { budgets, compressedSize, limits, tooHeavy, weigh } from '../../scripts/check/budgets.ts'
import { bundle, checkBundle, recordScripts, type BundledScripts } from '../../scripts/check/bundle.ts'
import { islandsOnPage } from '../../scripts/check/page-islands.ts'
import { pageScripts, runtimeScripts } from '../../scripts/check/page-scripts.ts'
import { named, plant } from './plant.ts'

/** A build of a home page whose island imports a dialog when it is touched, and of a product page with one more. */
const scripts: BundledScripts = {
  'assets/browser.js': {
    modules: ['src/app/browser.ts'],
    imports: ['assets/visit.js'],
    dynamicImports: ['assets/islands.js', 'assets/mount.js', 'assets/later.js'],
  },
  'assets/visit.js': { modules: ['src/platform/browser/visit.ts'], imports: [], dynamicImports: [] },
  'assets/islands.js': {
    modules: ['src/app/islands.ts'],
    imports: [],
    dynamicImports: ['assets/search.js', 'assets/slides.js', 'assets/islands-forms.js'],
  },
  'assets/islands-forms.js': {
    modules: ['src/app/islands-forms.ts'],
    imports: [],
    dynamicImports: ['assets/cart.js', 'assets/islands-placed.js'],
  },
  'assets/islands-placed.js': {
    modules: ['src/app/islands-placed.ts'],
    imports: [],
    dynamicImports: ['assets/part.js'],
  },
  'assets/part.js': {
    modules: ['src/storefront/islands/nav/island.tsx'],
    imports: [],
    dynamicImports: [],
  },
  'assets/mount.js': {
    modules: ['src/platform/browser/mount.tsx'],
    imports: ['assets/react.js'],
    dynamicImports: [],
  },
  'assets/react.js': { modules: ['node_modules/react/index.js'], imports: [], dynamicImports: [] },
  'assets/later.js': {
    modules: ['src/app/later.browser.ts'],
    imports: [],
    dynamicImports: ['assets/live.js'],
  },
  'assets/live.js': { modules: ['src/storefront/live/live.browser.ts'], imports: [], dynamicImports: [] },
  'assets/search.js': {
    modules: ['src/features/search/islands/search/island.tsx'],
    imports: ['assets/react.js'],
    dynamicImports: ['assets/box.js'],
  },
  'assets/box.js': {
    modules: ['src/features/search/islands/search/box.tsx'],
    imports: [],
    dynamicImports: [],
  },
  'assets/cart.js': {
    modules: ['src/features/cart/islands/cart/island.tsx'],
    imports: [],
    dynamicImports: [],
  },
  'assets/slides.js': {
    modules: ['src/storefront/islands/slides/island.tsx'],
    imports: [],
    dynamicImports: [],
  },
}

describe('the scripts of a page', () => {
  const always = ['browser', 'islands', 'later', 'live', 'mount', 'react', 'visit']
  const names = (files: Iterable<string>) =>
    [...files].map((file) => file.slice('assets/'.length, -'.js'.length)).sort()

  it('are at first those that the entry imports', () => {
    expect(names(runtimeScripts(scripts))).toEqual(['browser', 'visit'])
  })

  it('are in the end all that it can reach, but of the islands only its own, with what these fetch when touched', () => {
    expect(names(pageScripts(scripts, []))).toEqual(always)
    expect(names(pageScripts(scripts, ['src/features/search/islands/search/island.tsx']))).toEqual(
      [...always, 'box', 'search'].sort(),
    )
    expect(names(pageScripts(scripts, ['src/features/cart/islands/cart/island.tsx']))).toEqual(
      [...always, 'cart', 'islands-forms'].sort(),
    )
    expect(names(pageScripts(scripts, ['src/storefront/islands/nav/island.tsx']))).toEqual(
      [...always, 'islands-forms', 'islands-placed', 'part'].sort(),
    )
  })

  it('cannot be told of an island that is not in the build', () => {
    expect(() => pageScripts(scripts, ['src/storefront/islands/gone/island.tsx'])).toThrow(
      'is not in the build',
    )
    expect(() => runtimeScripts({})).toThrow('src/app/browser.ts is not in the build')
  })
})

describe('budgets', () => {
  const sizes = new Map([
    ['a.js', 4_000],
    ['b.js', 2_000],
    ['base.css', 9_000],
    ['shop.css', 3_000],
  ])

  it('weigh each file once', () => {
    expect(weigh([{ what: 'home', files: ['a.js', 'b.js', 'a.js'], limit: 6_000 }], sizes)).toEqual([
      { what: 'home', bytes: 6_000, limit: 6_000 },
    ])
  })

  it('accept what is exactly as heavy as it may be, and refuse one byte more', () => {
    const load = { what: 'home: stylesheets', files: ['base.css', 'shop.css'] }
    expect(tooHeavy(weigh([{ ...load, limit: 12_000 }], sizes))).toEqual([])
    expect(tooHeavy(weigh([{ ...load, limit: 11_999 }], sizes))).toMatchObject([
      { rule: 'too-heavy', text: 'home: stylesheets: 12000 bytes, 1 over 11999' },
    ])
  })

  it('refuse to weigh nothing, or what is not there', () => {
    expect(tooHeavy(weigh([{ what: 'styles', files: [], limit: 20_000 }], sizes))).toMatchObject([
      { rule: 'weighs-nothing' },
    ])
    expect(() => weigh([{ what: 'home', files: ['gone.js'], limit: 1 }], sizes)).toThrow('not in the build')
  })

  it('refuse to judge without a build', async () => {
    const root = await plant(null)
    await expect(budgets.look(root)).rejects.toThrow('npm run build')
    await expect(bundle.look(root)).rejects.toThrow('npm run build')
  })

  it('counts as a browser receives it', () => {
    expect(compressedSize(Buffer.from('violet '.repeat(1_000)))).toBeLessThan(60)
  })

  it('keep every page type under 20 kB of styles and the wide public pages under 80 kB of scripts', () => {
    expect(Math.max(...Object.values(limits.styles))).toBe(20_000)
    const { home, category, product } = limits.scripts
    expect([home, category, product]).toEqual([80_000, 80_000, 80_000])
  })

  it('find in a build the page that has become too heavy, and no other', async () => {
    const root = await plantBuild()
    expect((await budgets.look(root)).findings).toEqual([])
    await writeFile(join(root, 'build/client/assets/box.js'), randomBytes(80_000))
    const heavy = (await budgets.look(root)).findings.map(({ text }) => text.split(':')[0])
    expect(heavy).toEqual(['home', 'product'])
  })

  it('find the page whose stylesheets have become too heavy', async () => {
    const root = await plantBuild()
    await writeFile(join(root, 'build/client/assets/home.css'), randomBytes(16_000))
    const heavy = (await budgets.look(root)).findings.map(({ text }) => text.slice(0, 17))
    expect(heavy).toEqual(['home: stylesheets'])
  })

  /** Every page that has a budget, its build, and nothing in the files. */
  async function plantBuild(): Promise<string> {
    const page = (styles: string, island = '') =>
      `export default definePage({\n  styles: [${styles}],\n  View: () => <main>${island}</main>,\n})\n`
    const search = '<Island name="search" />'
    const styles = ['base', 'home']
    return plant(null, {
      'src/storefront/layout/frame.tsx': '',
      'src/features/search/islands/search/island.tsx': '',
      'src/storefront/pages/home.page.tsx': page("'home'", search),
      'src/storefront/pages/product.page.tsx': page('', search),
      ...Object.fromEntries(
        ['category', 'cart', 'checkout', 'article', 'my-article-edit'].map((name) => [
          `src/storefront/pages/${name}.page.tsx`,
          page(''),
        ]),
      ),
      'build/client/.vite/scripts.json': JSON.stringify(scripts),
      'build/client/.vite/manifest.json': JSON.stringify(
        Object.fromEntries(
          styles.map((name) => [`src/app/styles/${name}.css`, { file: `assets/${name}.css` }]),
        ),
      ),
      ...Object.fromEntries(
        [...Object.keys(scripts), ...styles.map((name) => `assets/${name}.css`)].map((file) => [
          `build/client/${file}`,
          'a',
        ]),
      ),
    })
  }
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
    const found = named(checkBundle(modules)).map((finding) => finding.replace(/-[\w-]{7,8}\.js$/, '.js'))
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
    expect(Object.values(modules).flatMap((script) => script.modules)).toContain('src/ui/label.ts')
  })

  async function bundled(files: Record<string, string>): Promise<BundledScripts> {
    const root = await plant(null, files)
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [recordScripts()],
      build: { outDir: 'build/client', rolldownOptions: { input: 'src/app/browser.ts' } },
    })
    return JSON.parse(await readFile(join(root, 'build/client/.vite/scripts.json'), 'utf8')) as BundledScripts
  }
})
