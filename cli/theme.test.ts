import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { scratchFolder } from '#transfer/catalog/for-tests.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { themeVersions } from '#features/theming/queries.ts'
import { schedules } from '#features/theming/queries/schedules.ts'
import type { Database } from '#platform/server/db/db.ts'
import { freshDatabase } from '#test/database.ts'
import { zipOf } from '#test/cli/zip.ts'
import { createProgram } from './program.ts'
import { Failure } from './terminal.ts'

let folder: string
beforeEach(async () => {
  folder = await scratchFolder()
  return () => void vi.unstubAllEnvs()
})

/** What it printed; a refusal is what it threw. */
async function theme(...args: string[]): Promise<{ out: string; refusal: string | null }> {
  let out = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text.toString()
    return true
  })
  try {
    await createProgram('1.2.3').parseAsync(['theme', ...args], { from: 'user' })
    return { out, refusal: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { out, refusal: error.message }
  } finally {
    spy.mockRestore()
  }
}

async function fileOf(document: unknown): Promise<string> {
  const file = join(folder, 'mine.json')
  await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document))
  return file
}

async function shop(): Promise<Database> {
  const { db, url } = await freshDatabase()
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('DATA_DIR', folder)
  return db
}

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
    expect((await theme('list')).out).toBe('harbour\npaper\nviolet\n')
    expect(JSON.parse((await theme('list', '--json')).out)).toEqual(['harbour', 'paper', 'violet'])
  })

  it.each(['harbour', 'paper', 'violet'])('finds nothing wrong with %s', async (name) => {
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
    expect(document.theme).toEqual({ useDefTemplate: true })
    expect(document.shop.name).toBe('Violet')
  })

  it.each([
    [
      'nothing.json',
      /^there is no theme nothing\.json \(there are harbour, paper, violet\), and \/.*nothing\.json is not there$/,
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
      expect((await loadConfig(db)).document.templates).toEqual({})
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
      expect((await loadConfig(db)).document).toEqual(before)
    })
  })

  describe('versions', () => {
    const said = (text: string): object => ({
      sections: { a: { type: 'rich-text', settings: { html: { en: text } } } },
      order: ['a'],
    })
    const mine = (): string => join(folder, 'mine')

    it('are begun, pushed, published, listed, undone and pulled', async () => {
      const db = await shop()
      expect((await theme('new', mine())).out).toContain('templates/home.json, theme.json')
      expect((await theme('new', mine())).refusal).toContain('is not empty')
      expect((await theme('new', join(folder, 'x'), '--from', 'dusk')).refusal).toContain(
        'there is no theme dusk',
      )
      await theme('use', 'paper')
      await writeFile(join(mine(), 'templates/page.terms.json'), JSON.stringify(said('§1')))
      const drafted = JSON.parse((await theme('push', mine(), '--draft', '--json')).out) as { theme: number }
      expect(drafted).toMatchObject({ ok: true, version: null, until: expect.stringMatching(/^\d{4}-/) })
      expect(drafted).toMatchObject({ link: expect.stringMatching(/^http:.*\/theme\.draft\?key=./) })
      const again = await theme('link', String(drafted.theme), '--days', '1')
      expect(again.out).toMatch(/^Whoever has this link sees it until \d{4}-\d\d-\d\d \d\d:\d\d UTC: http:/)
      expect((await theme('list', '--versions')).out).toMatch(/mine .* draft +3 +\d{4}-.* UTC\n/)
      expect((await theme('unlink', String(drafted.theme))).out).toBe(
        `2 links to version ${drafted.theme} taken back\n`,
      )
      expect((await loadConfig(db)).document.templates).toEqual({})
      expect(await theme('publish')).toMatchObject({ refusal: null })
      expect(Object.keys((await loadConfig(db)).document.templates)).toEqual(['home', 'page.terms'])
      const listed = JSON.parse((await theme('list', '--versions', '--json')).out) as object[]
      expect(listed).toMatchObject([
        { name: 'mine', inUse: true, files: 3 },
        { name: 'paper', inUse: false, files: 1 },
        { name: 'as it was configured', inUse: false },
      ])
      expect((await theme('list', '--versions')).out).toMatch(/mine .* in use +3\n/)
      const pulled = join(folder, 'pulled')
      expect((await theme('pull', pulled)).out).toBe(`Wrote 3 files to ${pulled}\n`)
      expect(await readFile(join(pulled, 'templates/page.terms.json'), 'utf8')).toBe(
        JSON.stringify(said('§1')),
      )
      expect((await theme('undo')).refusal).toBeNull()
      expect((await loadConfig(db)).document.theme).toMatchObject({ cardShape: 'framed' })
      const first = join(folder, 'first')
      await theme('pull', first, '--number', '1')
      expect(JSON.parse(await readFile(join(first, 'theme.json'), 'utf8'))).toEqual({ theme: {} })
    })

    it('come back as they were pushed, byte for byte, and are the same version when they are pushed again', async () => {
      await shop()
      const texts = {
        'theme.json': '\uFEFF{ "theme": { "useDefTemplate": true } }',
        'templates/home.liquid': '<p>\r\n\t{{ shop.name }}</p>{% schema %} {} {% endschema %}',
        'templates/page.terms.json': `${JSON.stringify(said('§'))}\n\n`,
        'locales/zh-HK.json': '{\r\n}',
        'assets/logo.svg': '<svg viewBox="0 0 1 1">\n</svg>',
      }
      for (const [path, text] of Object.entries(texts)) {
        await mkdir(dirname(join(mine(), path)), { recursive: true })
        await writeFile(join(mine(), path), text)
      }
      const pushed = JSON.parse((await theme('push', mine(), '--json')).out) as { theme: number }
      const again = join(folder, 'again/mine')
      expect((await theme('pull', again)).refusal).toBeNull()
      for (const [path, text] of Object.entries(texts))
        expect(await readFile(join(again, path)), path).toEqual(Buffer.from(text))
      expect(
        (await readdir(again, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()),
      ).toHaveLength(5)
      expect(JSON.parse((await theme('push', again, '--json')).out)).toMatchObject({ theme: pushed.theme })
    })

    it('are shown at a time, which can be taken back before', async () => {
      const db = await shop()
      await theme('new', mine())
      await theme('push', mine(), '--draft')
      const said = await theme('schedule', '1', '--at', '2126-12-24T18:00:00Z')
      expect(said.out).toBe(
        'Version 1 is shown from 2126-12-24 18:00 UTC on, unless: violet theme unschedule 1\n',
      )
      await theme('schedule', '1', '--at', '2126-12-25')
      expect((await theme('list', '--versions')).out).toMatch(
        /mine .* 2126-12-24 18:00 UTC; 2126-12-25 00:00 UTC\n/,
      )
      expect((await schedules(db)).map(({ dueAt }) => dueAt.toISOString())).toEqual([
        '2126-12-24T18:00:00.000Z',
        '2126-12-25T00:00:00.000Z',
      ])
      expect((await theme('unschedule', '1')).out).toBe('2 times of version 1 taken back\n')
      const refusals = []
      for (const at of ['2026-01-01', '2126-02-30', 'soon', '2126-12-24T18:00:00'])
        refusals.push((await theme('schedule', '1', '--at', at)).refusal)
      const what = '--at must be a day such as 2026-12-24, or a moment such as 2026-12-24T18:00:00Z'
      expect(refusals).toEqual(['--at is over already; show it by: violet theme publish 1', what, what, what])
      expect((await theme('schedule', '9', '--at', '2126-12-25')).refusal).toContain('there is no version 9')
      expect(await schedules(db)).toEqual([])
    })

    it('have hints that are printed and keep nothing from being stored', async () => {
      await shop()
      await theme('new', mine())
      await mkdir(join(mine(), 'sections'), { recursive: true })
      await mkdir(join(mine(), 'locales'), { recursive: true })
      await writeFile(join(mine(), 'sections/a.liquid'), '{{ "all" | t }}')
      await writeFile(join(mine(), 'locales/en.json'), '{ "all": "All" }')
      await writeFile(join(mine(), 'locales/zh.json'), '{}')
      const hint = 'locales/zh.json:1: it lacks all: shown in English instead'
      expect(await theme('check', mine())).toEqual({ out: `${mine()}:\n  ${hint}\n`, refusal: null })
      const { hints } = JSON.parse((await theme('push', mine(), '--json')).out) as { hints: object[] }
      expect(hints).toEqual([
        { path: '', file: 'locales/zh.json', line: 1, reason: 'it lacks all: shown in English instead' },
      ])
    })

    it('that are not there are said to be missing', async () => {
      await shop()
      const refusals = []
      for (const args of [
        ['publish'],
        ['publish', '7'],
        ['publish', 'x'],
        ['undo'],
        ['pull', mine(), '--number', '7'],
        ['push', mine()],
        ['link', '7'],
        ['unlink', '7'],
        ['link', '1', '--days', '0'],
        ['push', mine(), '--draft', '--days', '61'],
      ])
        refusals.push((await theme(...args)).refusal)
      expect(refusals).toEqual([
        'no theme is stored',
        'there is no version 7; see: violet theme list --versions',
        'x is not the number of a version',
        'nothing was shown before the theme in use',
        'there is no version 7; see: violet theme list --versions',
        `${mine()} is not there`,
        'there is no version 7; see: violet theme list --versions',
        'there is no version 7; see: violet theme list --versions',
        '--days is a number from 1 to 60',
        '--days is a number from 1 to 60',
      ])
    })
  })
})
