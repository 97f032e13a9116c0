import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { css, checkStyles, declarations, tokensFile } from '../../scripts/check/css.ts'
import { notOurs, projectFiles } from '../../scripts/check/files.ts'
import { compareMessages, messages, placeholders } from '../../scripts/check/messages.ts'
import { packFindings, packs } from '../../scripts/check/packs.ts'
import { findPaths, paths } from '../../scripts/check/paths.ts'
import { endlessLimits, exceptionClasses, otherSpellings, refusals } from '../../scripts/check/refusals.ts'
import { runGuard } from '../../scripts/check/run.ts'
import { named, plant, projectRoot } from './plant.ts'

describe('styles', () => {
  it('names each value that belongs to the theme and each physical side', async () => {
    const { findings, seen } = await css.look(await plant('css'))
    expect(named(findings)).toEqual([
      'physical-side src/ui/align.css',
      'physical-side src/ui/corner.css',
      'physical-side src/ui/float.css',
      'physical-side src/ui/margin.css',
      'physical-side src/ui/offset.css',
      'physical-side src/ui/origin.css',
      'physical-side src/ui/sideways.css',
      'physical-side src/ui/uneven.css',
      'theme-literal src/ui/font.css',
      'theme-literal src/ui/function.css',
      'theme-literal src/ui/hex.css',
      'theme-literal src/ui/name.css',
      'theme-literal src/ui/property.css',
      'theme-literal src/ui/radius.css',
    ])
    expect(seen).toBe(16)
  })

  it('accepts a value in the file of tokens, and nowhere else', () => {
    const styles = ':root { --primary: #5b21b6 }'
    expect(checkStyles(tokensFile, styles)).toEqual([])
    expect(named(checkStyles('src/ui/other.css', styles))).toEqual(['theme-literal src/ui/other.css'])
  })

  it.each([
    'color: currentColor',
    'color: transparent',
    'background: none',
    'transition: color 120ms ease-in',
    'grid-area: gold',
    'border-radius: var(--radius) var(--radius) 0 0',
    'border-radius: calc(var(--radius) * 2) / 50%',
    'fill: url(#fade)',
    'margin: 0 auto',
    'inset: 0',
    'padding: 0 calc(1px + 2px) 0 calc(1px + 2px)',
    'padding: 0 var(--gutter) max(var(--space-5), env(safe-area-inset-bottom))',
    'padding: max(1px, min(2px, 3px)) 4px 5px 4px',
    'translate: 0 2rem',
    'translate: calc(2rem * var(--forward)) 0',
    'translate: var(--sheet-from)',
    'transform: translate(0, 1px) scale(2)',
    'transform-origin: var(--start-edge) 0',
    'transform-origin: center',
    'transition: translate 1s',
    'border-width: 1px 0',
    'text-align: center',
    'background-position: left top',
    'font: inherit',
  ])('accepts %s', (declaration) => {
    expect(checkStyles('src/ui/part.css', `.part { ${declaration}; }`)).toEqual([])
  })

  it.each([
    'direction: rtl',
    'translate: 2rem',
    'translate: -50% 0',
    'transform: translateX(-1px)',
    'transform: scale(2) translate(1px, 0)',
    'transform-origin: 0 0',
    'transform-origin: left',
    'background: linear-gradient(to right, var(--a), var(--b))',
    'border-width: 1px 2px 3px 0',
    'border-radius: var(--radius) 0 0 var(--radius)',
    'border-radius: var(--radius) 0',
  ])('refuses %s', (declaration) => {
    expect(named(checkStyles('src/ui/part.css', `.part { ${declaration}; }`))).toEqual([
      'physical-side src/ui/part.css',
    ])
  })

  it('reads nested rules, at-rules, texts and comments', () => {
    const styles = `@import url('a.css');\n.a { --b: c; &:hover { d: "};{" ; } /* e: f; */ }\n@media (x: y) { g: h(;) }`
    expect(declarations(styles)).toEqual([
      { property: '--b', value: 'c', line: 2 },
      { property: 'd', value: '"};{"', line: 2 },
      { property: 'g', value: 'h(;)', line: 3 },
    ])
  })

  it('does not take a folder without styles for a themed one', async () => {
    expect((await runGuard(css, await plant(null))).ok).toBe(false)
  })
})

describe('messages', () => {
  it('names what a language lacks, adds, empties or breaks', async () => {
    const { findings } = await messages.look(await plant('messages'))
    // The planted project has no files of any further language.
    expect(named(findings).filter((finding) => /\/zh(-HK)?\.json$/.test(finding))).toEqual([
      'broken-message src/features/cart/messages/zh.json',
      'empty-message src/features/cart/messages/zh-HK.json',
      'missing-message src/features/cart/messages/zh.json',
      'other-placeholders src/features/cart/messages/zh-HK.json',
      'other-placeholders src/features/cart/messages/zh.json',
      'unknown-message src/features/cart/messages/zh.json',
    ])
  })

  it('excuses a listed key, until it is translated', () => {
    expect(compareMessages('zh.json', { a: 'A' }, {}, ['a'])).toEqual([])
    expect(named(compareMessages('zh.json', { a: 'A' }, { a: '甲' }, ['a']))).toEqual([
      'stale-excuse zh.json',
    ])
  })

  it('finds arguments wherever they stand', () => {
    expect(
      placeholders('{a} {b, number} {c, plural, other {# {d} <e>{f}</e>}} {g, select, x {{h}} other {}}'),
    ).toEqual([...['<e>', 'a', 'b', 'c', 'd', 'f', 'g', 'h']])
    expect(placeholders('no arguments')).toEqual([])
    expect(placeholders('{open')).toBeNull()
  })

  it('does not take a project without messages for a translated one', async () => {
    expect((await runGuard(messages, await plant(null))).ok).toBe(false)
  })
})

describe('language packs', () => {
  const english = {
    'src/features/cart/messages/en.json': '{"cart.title": "Your cart", "cart.count": "{n, number} items"}',
  }
  const withPack = (file: string, texts: object) => plant(null, { ...english, [file]: JSON.stringify(texts) })

  it('names a text that is unknown, unfit or English, and a language that is none', async () => {
    const pack = { 'cart.title': 'Your cart', 'cart.count': '{m} Stück', 'cart.gone': 'Weg' }
    const { findings, seen } = await packs.look(await withPack('words/de.json', pack))
    expect(named(findings)).toEqual([
      'english-text words/de.json',
      'unfit-text words/de.json',
      'unknown-text words/de.json',
    ])
    expect(seen).toBe(1)
    const whole = { 'cart.title': 'Warenkorb', 'cart.count': '{n} Stück' }
    expect((await packs.look(await withPack('words/de.json', whole))).findings).toEqual([])
    const other = await packs.look(await withPack('words/xx.json', whole))
    expect(named(other.findings)).toEqual(['unknown-language words/xx.json'])
  })

  it('warns of a text that is missing, and refuses a pack that lacks many', () => {
    const texts = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`a.${n}`, `Word ${n}`]))
    const pack = Object.fromEntries(Object.keys(texts).map((key, n) => [key, `Wort ${n}`]))
    const without = (...keys: string[]) => ({ ...pack, ...Object.fromEntries(keys.map((key) => [key, ''])) })
    const findings = (own: Record<string, string>) => packFindings('de.json', 'de', own, texts)
    // An empty text would be shown as one.
    expect(named(findings(without('a.1')))).toEqual(['unfit-text de.json'])
    const { 'a.1': _one, 'a.2': _two, ...most } = pack
    expect(findings(most as Record<string, string>)).toEqual([])
    const { 'a.3': _three, ...fewer } = most as Record<string, string>
    expect(named(findings(fewer))).toEqual(['thin-pack de.json'])
  })

  it('says which texts the packs of the program lack, and takes none for all', async () => {
    const lacking = await packs.look(await withPack('words/de.json', { 'cart.title': 'Warenkorb' }))
    expect(lacking.table).toBe('  words/de.json lacks 1, shown in English: cart.count')
    expect((await runGuard(packs, await plant(null))).ok).toBe(false)
  })
})

describe('paths', () => {
  // Put together here: written out, they would be findings themselves.
  const slash = '/'
  const url = 'https:' + slash + slash
  const drive = 'C:'

  it.each([
    ['machine-path', `const data = '${slash}work/shared/data'`],
    ['machine-path', `cd ${slash}root/violet`],
    ['machine-path', `see ${slash}home/ann/violet/README.md`],
    ['machine-path', `"${slash}Users/ann/violet"`],
    ['machine-path', `${slash}tmp/jobs.0/1`],
    ['machine-path', `${drive}\\Users\\ann\\violet`],
    ['registry-host', `${url}registry.example.org/react`],
    ['registry-host', `${url}npm-mirror.artifactory.example.org/`],
    ['registry-host', `registry=${url}example.org/`, '.npmrc'],
    ['registry-host', `      "resolved": "${url}example.org/react.tgz",`, 'package-lock.json'],
  ])('finds a %s in %s', async (rule, line, file = 'docs/note.md') => {
    const root = await plant(null, { [file]: `first\n${line}\n` })
    expect((await paths.look(root)).findings).toMatchObject([{ rule, file, line: 2 }])
  })

  it.each([
    `${url}violet.example${slash}work/oak-stool`,
    `GET ${slash}users/1`,
    `../shared/data/catalogue`,
    `WORKDIR ${slash}home/node/app`,
    `src${slash}work/file.ts`,
    `const registry = new Map()`,
    `${url}registry.test${slash}react`,
  ])('accepts %s', (line) => {
    expect(findPaths('docs/note.md', line)).toEqual([])
  })

  it('reads the whole project, and not what git leaves out', async () => {
    const files = await projectFiles(projectRoot)
    expect(files.length).toBeGreaterThanOrEqual(paths.floor)
    expect(files.filter((file) => file.startsWith('test/canaries/'))).toEqual([])
  })

  it('leaves out what git leaves out', async () => {
    const ignored = (await readFile(join(projectRoot, '.gitignore'), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
    const names = ignored.filter((line) => line !== '*.log').map((line) => line.replace(/\/$/, ''))
    expect(names.filter((name) => !notOurs.includes(name))).toEqual([])
  })
})

describe('refusals', () => {
  it('names an exception class, a refusal without a name and a limit without its end, and no exception of a stream or another thread', async () => {
    const { findings, seen } = await refusals.look(await plant('refusals'))
    expect(named(findings)).toEqual([
      'endless-limit src/features/cart/actions/often.ts',
      'exception-class src/features/cart/actions/add.ts',
      'refusal-name src/features/cart/actions/empty.ts',
    ])
    expect(seen).toBe(4)
    expect(exceptionClasses('a.ts', 'class CannotAdd extends RangeError {}')).toHaveLength(1)
    expect(exceptionClasses('a.ts', 'class Basket extends Container {}')).toEqual([])
    expect(otherSpellings('a.ts', "\nreturn no({\n  code: 'busy',\n})")).toMatchObject([{ line: 2 }])
    expect(otherSpellings('a.ts', "no({ name: 'busy', code: 'summer' })")).toEqual([])
    expect(endlessLimits('a.ts', "\n: {\n  name: 'too_many_requests',\n}")).toMatchObject([{ line: 2 }])
    expect(endlessLimits('a.ts', "no({ name: 'too_many_requests', details })")).toEqual([])
  })
})
