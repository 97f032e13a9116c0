import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { scratchFolder } from '#transfer/catalog/for-tests.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { themeVersions } from '#features/theming/queries.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import type { Database } from '#platform/server/db/db.ts'
import { zipOf } from '#test/cli/zip.ts'
import { shopIn, theme } from '#test/cli/theme-shop.ts'

let folder: string
beforeEach(async () => {
  folder = await scratchFolder()
  return () => void vi.unstubAllEnvs()
})

async function fileOf(document: unknown): Promise<string> {
  const file = join(folder, 'mine.json')
  await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document))
  return file
}

const shop = (): Promise<Database> => shopIn(folder)

const hostile = {
  'a script in a colour': [{ primaryColor: 'red;}</style><script>alert(1)</script>' }, 'theme.primaryColor'],
  'an address in a colour': [{ backgroundColor: 'url(//evil.example)' }, 'theme.backgroundColor'],
  'an address in a font': [{ fontFamily: 'x, url(//evil.example)' }, 'theme.fontFamily'],
  'braces in a font': [{ titleFontFamily: 'x}body{display:none' }, 'theme.titleFontFamily'],
  'a font name of a megabyte': [{ fontFamily: 'x'.repeat(1_000_000) }, 'theme.fontFamily'],
  'a negative size': [{ borderRadius: '-4px' }, 'theme.borderRadius'],
  'a field that there is not': [{ glow: '#fff' }, 'theme'],
  'a dark field that there is not': [{ darkColors: { glow: '#fff' } }, 'theme.darkColors'],
  'a shape that there is not': [{ cardShape: 'round' }, 'theme.cardShape'],
  'words that cannot be read': [{ textColor: '#cccccc' }, 'theme.textColor'],
  'a list for an object': [[], 'theme'],
} as const

describe('violet theme', () => {
  it('lists what comes with the shop', async () => {
    expect((await theme('list')).out).toBe('blueprint\nharbour\npaper\nviolet\n')
    expect(JSON.parse((await theme('list', '--json')).out)).toEqual([
      'blueprint',
      'harbour',
      'paper',
      'violet',
    ])
  })

  it.each(['blueprint', 'harbour', 'paper', 'violet'])('finds nothing wrong with %s', async (name) => {
    expect(await theme('check', name)).toEqual({ out: `${name}: nothing is wrong with it\n`, refusal: null })
  })

  it.each(Object.entries(hostile))(
    'refuses %s, by its path, and changes nothing',
    async (_, [given, path]) => {
      const db = await shop()
      const before = await loadConfig(db)
      const file = await fileOf({ theme: given })
      for (const command of ['check', 'use']) {
        const { out, refusal } = await theme(command, file, '--json')
        const { ok, faults } = JSON.parse(out) as { ok: boolean; faults: { path: string; reason: string }[] }
        expect(ok).toBe(false)
        expect(faults.map((fault) => fault.path)).toContain(path)
        expect(faults.every(({ reason }) => reason !== '' && reason.length < 300)).toBe(true)
        expect(refusal!.length).toBeLessThan(3_000)
      }
      expect(await loadConfig(db)).toEqual(before)
    },
  )

  it('names the pair, the ratios and the nearest colour that passes', async () => {
    const file = await fileOf({ theme: { descColor: '#bbbbbb', backgroundColor: '#ffffff' } })
    expect((await theme('check', file)).refusal).toContain(
      '  theme.descColor: descColor #bbbbbb on backgroundColor #ffffff: 1.91, needs 4.5; the nearest that passes is #717171',
    )
    const { faults } = JSON.parse((await theme('check', file, '--json')).out) as { faults: unknown[] }
    expect(faults[0]).toMatchObject({
      path: 'theme.descColor',
      contrast: { front: 'desc', back: 'background', ratio: 1.91, needed: 4.5, nearest: '#717171' },
    })
  })

  it('says that a colour is not the theme’s own, where it does not go with those that are', async () => {
    const file = await fileOf({ theme: { backgroundColor: '#eef1ee' } })
    expect((await theme('check', file)).refusal).toMatch(
      /theme\.linePriceColor: .* passes is #\w{6}; the theme does not say it, so it is that of violet\n?/,
    )
  })

  it('tells all faults at once, whatever kind they are of', async () => {
    const file = await fileOf({
      theme: {
        fontFamily: 'A; B',
        descColour: '#777777',
        fontSize: '99px',
        descColor: '#bbbbbb',
        titleColor: 'url(x)',
      },
    })
    const { faults } = JSON.parse((await theme('check', file, '--json')).out) as {
      faults: { path: string }[]
    }
    const paths = new Set(faults.map(({ path }) => path))
    expect(paths).toEqual(
      new Set(['theme.fontFamily', 'theme', 'theme.titleColor', 'theme.fontSize', 'theme.descColor']),
    )
    expect((await theme('check', file)).refusal).toContain(
      '"descColour" (did you mean descColor?) is not known here',
    )
  })

  it('replaces the whole theme, and nothing else', async () => {
    const db = await shop()
    expect((await theme('use', 'paper')).refusal).toBeNull()
    expect((await loadConfig(db)).document.theme).toMatchObject({ cardShape: 'framed', borderRadius: '0' })
    expect(JSON.parse((await theme('use', 'violet', '--json')).out)).toEqual({
      ok: true,
      theme: 3,
      version: 2,
      hints: [],
    })
    const { document } = await loadConfig(db)
    expect(document.theme).toEqual({ ...defaultTheme, useDefTemplate: true })
    expect(document.shop.name).toBe('Violet')
  })

  it.each([
    [
      'nothing.json',
      /^there is no theme nothing\.json \(there are blueprint, harbour, paper, violet\), and \/.*nothing\.json is not there$/,
    ],
    ['{"theme": {', /cannot be read as JSON/],
    ['{"primaryColor": "#123456"}', /must be a JSON object with the member "theme"/],
    ['null', /must be a JSON object with the member "theme"/],
  ])('says so when %s is no theme', async (text, said) => {
    const file = text === 'nothing.json' ? text : await fileOf(text)
    expect((await theme('check', file)).refusal).toMatch(said)
  })

  describe('a folder', () => {
    const home = {
      sections: { hero: { type: 'hero' }, news: { type: 'newsletter' } },
      order: ['news', 'hero'],
    }
    const written = async (files: Record<string, unknown>): Promise<string> => {
      const path = join(folder, 'mine')
      await mkdir(join(path, 'templates'), { recursive: true })
      for (const [name, content] of Object.entries(files))
        await writeFile(join(path, name), typeof content === 'string' ? content : JSON.stringify(content))
      return path
    }

    it('gives the shop its colours and its templates, and another theme takes both away', async () => {
      const db = await shop()
      const path = await written({
        'theme.json': { theme: { primaryColor: '#2f5d50', useDefTemplate: true } },
        'templates/home.json': home,
        'templates/page.terms.json': { sections: { main: { type: 'main' } }, order: ['main'] },
        'templates/.DS_Store': 'of the system',
      })
      expect(await theme('check', path)).toMatchObject({ refusal: null })
      expect(await theme('use', path)).toMatchObject({ refusal: null })
      const { document } = await loadConfig(db)
      expect(document.theme).toEqual({ primaryColor: '#2f5d50', useDefTemplate: true })
      expect(Object.keys(document.templates)).toEqual(['home', 'page.terms'])
      expect(document.templates['home']!.order).toEqual(['news', 'hero'])
      await theme('use', 'paper')
      const { templates } = (await loadConfig(db)).document
      expect([Object.keys(templates), templates['home']!.order[0]]).toEqual([['home'], 'hero'])
    })

    it('may be a ZIP file, with the same faults, and with none that leads out of it', async () => {
      const db = await shop()
      const path = join(folder, 'linden.zip')
      const files = [
        {
          path: 'linden/theme.json',
          content: '{"theme": {"primaryColor": "#2f5d50", "useDefTemplate": true}}',
        },
        { path: 'linden/templates/home.json', content: JSON.stringify(home) },
      ]
      await writeFile(path, zipOf(files))
      expect(await theme('use', path)).toMatchObject({ refusal: null })
      const { version, document } = await loadConfig(db)
      expect([document.theme.primaryColor, Object.keys(document.templates)]).toEqual(['#2f5d50', ['home']])
      expect((await themeVersions(db, 1))[0]).toMatchObject({ name: 'linden' })
      await writeFile(
        path,
        zipOf([...files, { path: 'linden/sections/a.liquid', content: 'a\n{{ x | nope }}' }]),
      )
      expect((await theme('use', path)).refusal).toContain('sections/a.liquid:2: there is no filter "nope"')
      await writeFile(path, zipOf([...files, { path: '../../evil.json', content: '{}' }]))
      expect((await theme('use', path)).refusal).toMatch(/linden\.zip is refused: .*leads out of the folder/)
      expect((await loadConfig(db)).version).toBe(version)
    })

    it('is refused with a link in it, which could show any file of the machine on a page', async () => {
      const db = await shop()
      const path = await written({ 'theme.json': { theme: {} } })
      await writeFile(join(folder, 'secret.txt'), 'a password')
      await mkdir(join(path, 'sections'), { recursive: true })
      await symlink(join(folder, 'secret.txt'), join(path, 'sections/a.liquid'))
      expect((await theme('use', path)).refusal).toMatch(/sections\/a\.liquid is a link or a device/)
      expect((await loadConfig(db)).version).toBe(0)
    })

    it('is refused by file and place, and changes nothing', async () => {
      const db = await shop()
      const before = (await loadConfig(db)).document
      const refused = async (files: Record<string, unknown>): Promise<string> => {
        const path = await written({ 'theme.json': { theme: {} }, ...files })
        const { refusal } = await theme('use', path)
        expect(await theme('check', path)).toMatchObject({ refusal })
        return refusal!
      }
      // What becomes of the other pages is said, and not found out by the shoppers.
      expect(await refused({ 'templates/home.json': home })).toMatch(
        /theme\.useDefTemplate: say true, .*product, cart, .*checkout-detail/,
      )
      expect(await refused({ 'theme.json': '{}' })).toContain('must be a JSON object with the member "theme"')
      expect(await refused({ 'templates/home.json': { ...home, order: ['hero', 'gone'] } })).toContain(
        'templates/home.json:1: templates.home.order.1: there is no section gone',
      )
      expect(await refused({ 'templates/home.json': '{ "sections": ' })).toContain(
        'templates/home.json:1: it cannot be read as JSON',
      )
      expect(await refused({ 'templates/home.json': `"${'x'.repeat(600_000)}"` })).toContain('at most 512 KB')
      expect(await refused({ 'templates/home.json': home, 'templates/home.html': '<p>' })).toContain(
        'templates/home.html: a theme has no such file: it has theme.json',
      )
      await mkdir(join(folder, 'mine/assets'), { recursive: true })
      expect(await refused({ 'templates/home.html': '', 'assets/brand.woff2': 'OTTO' })).toContain(
        'assets/brand.woff2: it is OpenType: a face is a WOFF2 file',
      )
      expect((await loadConfig(db)).document).toEqual(before)
    })
  })
})
