import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { scratchFolder } from '#transfer/catalog/for-tests.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { schedules } from '#features/theming/queries/schedules.ts'
import type { Database } from '#platform/server/db/db.ts'
import { shopIn, theme } from '#test/cli/theme-shop.ts'

let folder: string
beforeEach(async () => {
  folder = await scratchFolder()
  return () => void vi.unstubAllEnvs()
})

const shop = (): Promise<Database> => shopIn(folder)

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
    expect(Object.keys((await loadConfig(db)).document.templates)).toEqual(['home'])
    expect(await theme('publish')).toMatchObject({ refusal: null })
    expect(Object.keys((await loadConfig(db)).document.templates)).toEqual(['home', 'page.terms'])
    const listed = JSON.parse((await theme('list', '--versions', '--json')).out) as object[]
    expect(listed).toMatchObject([
      { name: 'mine', inUse: true, files: 3 },
      { name: 'paper', inUse: false, files: 2 },
      { name: 'as it was configured', inUse: false },
    ])
    expect((await theme('list', '--versions')).out).toMatch(/mine .* in use +3\n/)
    const pulled = join(folder, 'pulled')
    expect((await theme('pull', pulled)).out).toBe(`Wrote 3 files to ${pulled}\n`)
    expect(await readFile(join(pulled, 'templates/page.terms.json'), 'utf8')).toBe(JSON.stringify(said('§1')))
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
    expect(await theme('check', mine())).toEqual({
      out: `${mine()}: nothing is refused; worth a look:\n  ${hint}\n`,
      refusal: null,
    })
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
