import { describe, expect, it } from 'vitest'
import { areasOf, ownedClasses, pageStyles, shownClasses } from '../../scripts/check/page-styles.ts'
import { stylesheets } from '../../src/wire/stylesheets.ts'
import { named, plant, projectRoot } from './plant.ts'

describe('the stylesheets of a page', () => {
  const files: Record<string, string> = {
    ...Object.fromEntries(stylesheets.map((name) => [`src/app/styles/${name}.css`, ''])),
    'src/app/styles/base.css': `@import '../../ui/forms/button.css' layer(parts);`,
    'src/app/styles/shop.css': `@import '../../features/catalog/parts/card.css' layer(features);`,
    'src/ui/forms/button.css': '.button { .icon { color: inherit; } }',
    'src/features/catalog/parts/card.css':
      '@media print { .card, .card-title:hover { .button { margin: 0; } } }',
    'src/features/catalog/parts/card.tsx':
      'export const Card = () => <a className={`card ${wide}`}><b className="button" /></a>',
    'src/features/catalog/pages/category.page.tsx': `import { Card } from '../parts/card.tsx'\nexport default definePage({\n  styles: ['shop'],\n  View: Card,\n})`,
    'src/storefront/layout/frame.tsx': `import { Skeletons } from './skeletons.tsx'`,
    'src/storefront/layout/skeletons.tsx':
      '<template id="skeleton-category" data-styles="shop"><i className="card" /></template>',
  }

  it('are those of all that it shows', async () => {
    expect((await pageStyles.look(await plant(null, files))).findings).toEqual([])
  })

  it.each([
    [
      'unstyled src/features/catalog/pages/category.page.tsx',
      'src/features/catalog/pages/category.page.tsx',
      `import { Card } from '../parts/card.tsx'\nexport default definePage({\n  styles: ['home'],\n  View: Card,\n})`,
    ],
    [
      'unstyled src/storefront/layout/frame.tsx',
      'src/storefront/layout/frame.tsx',
      '<p className="card-title" />',
    ],
    ['in-no-stylesheet src/ui/lost.css', 'src/ui/lost.css', '.lost { margin: 0; }'],
    [
      'styled-twice src/app/styles/shop.css',
      'src/app/styles/home.css',
      `@import '../../features/catalog/parts/card.css';`,
    ],
    [
      'skeleton-unstyled src/storefront/layout/skeletons.tsx',
      'src/storefront/layout/skeletons.tsx',
      '<template id="skeleton-category">',
    ],
  ])('%s', async (finding, file, text) => {
    const { findings } = await pageStyles.look(await plant(null, { ...files, [file]: text }))
    // A second stylesheet is found where it comes second.
    expect(named(findings).map((one) => one.replace('styles/home.css', 'styles/shop.css'))).toContain(finding)
  })

  it('reaches what comes with an island, and what that fetches later', async () => {
    const island = 'src/features/cart/islands/cart/island.tsx'
    const root = await plant(null, {
      ...files,
      'src/features/content/pages/page.page.tsx': `export default definePage({\n  styles: [],\n  View: () => <Island name="cart" />,\n})`,
      [island]: `export default () => import('./box.tsx')`,
      'src/features/cart/islands/cart/box.tsx': 'export const Box = () => <p className="card" />',
    })
    expect(named((await pageStyles.look(root)).findings)).toEqual([
      'unstyled src/features/content/pages/page.page.tsx',
    ])
  })

  it('are read for every page of the shop', async () => {
    expect((await pageStyles.look(projectRoot)).seen).toBeGreaterThan(80)
  })
})

it('takes for a class of a stylesheet what a rule of its own begins with', () => {
  const css = `.a:not(.b) > .c, .d.e { .f { } } @layer x { @media print { .g { } } } /* .h { } */ :is(.i, p) .j { }`
  expect([...ownedClasses(css)].sort()).toEqual(['a', 'd', 'e', 'g', 'i'])
})

it('takes for a shown class what stands in a class attribute', () => {
  const source =
    '<p className="a b"/><p className={wide ? \'c\' : `d-${x}`}/>`<li class="e">`; const product = \'f\''
  const found = shownClasses(source)
  expect(['a', 'b', 'c', 'd-', 'e'].every((name) => found.has(name))).toBe(true)
  expect(found.has('f')).toBe(false)
})

it('reads what a page names, and tells none from nothing', () => {
  expect(areasOf("  styles: ['shop', 'home'],")).toEqual(['shop', 'home'])
  expect(areasOf('  styles: [],')).toEqual([])
  expect(areasOf('export default mailLinkPage({})')).toBeNull()
})
