import { rm, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { loadConfig } from '#features/shop/actions.ts'
import { themeVersions } from '#features/theming/queries.ts'
import { readConfig } from '#platform/server/config.ts'
import { freshDatabase } from '#test/database.ts'
import { scratchFolder } from '#transfer/catalog/for-tests.ts'
import { Failure } from '../terminal.ts'
import { developTheme } from './dev.ts'

async function save(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

const theme = (color: string): string =>
  JSON.stringify({ theme: { primaryColor: color, useDefTemplate: true } })
const home = JSON.stringify({ sections: { mine: { type: 'mine' } }, order: ['mine'] })

it('shows each version that is saved, and names file and line of one that cannot be', async () => {
  const folder = await scratchFolder()
  const data = await scratchFolder()
  const { db } = await freshDatabase()
  const lines: { ok: boolean; theme?: number; faults?: { file: string; line: number; reason: string }[] }[] =
    []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(JSON.parse(text.toString()) as never)
    return true
  })
  await save(folder, 'theme.json', theme('#2f5d50'))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: data })
  const ending = new AbortController()
  const running = developTheme({ db, config }, folder, { json: true, signal: ending.signal })
  try {
    const color = async (): Promise<unknown> => (await loadConfig(db)).document.theme.primaryColor
    await vi.waitFor(() => expect(lines).toMatchObject([{ ok: true }]), { timeout: 20_000 })
    expect(await color()).toBe('#2f5d50')
    const first = lines[0]!.theme!

    await save(folder, 'theme.json', theme('#123456'))
    await vi.waitFor(() => expect(lines.at(-1)).toMatchObject({ ok: true, theme: first + 1 }), {
      timeout: 20_000,
    })
    expect(await color()).toBe('#123456')

    // In a folder that was not there when it began.
    await save(folder, 'sections/mine.liquid', 'a\n{{ x | nope }}')
    await vi.waitFor(
      () =>
        expect(lines.at(-1)).toMatchObject({
          ok: false,
          faults: [{ file: 'sections/mine.liquid', line: 2, reason: 'there is no filter "nope"' }],
        }),
      { timeout: 20_000 },
    )
    expect((await themeVersions(db, 1))[0]?.id).toBe(first + 1)
    expect(await color()).toBe('#123456')

    await save(folder, 'sections/mine.liquid', '<p>mine</p>')
    await save(folder, 'templates/home.json', home)
    await vi.waitFor(
      async () => expect(Object.keys((await loadConfig(db)).document.templates)).toEqual(['home']),
      { timeout: 20_000 },
    )

    await rm(join(folder, 'theme.json'))
    await vi.waitFor(
      () => expect(lines.at(-1)).toMatchObject({ ok: false, faults: [{ file: 'theme.json' }] }),
      { timeout: 20_000 },
    )
  } finally {
    ending.abort()
    await running
    spy.mockRestore()
  }
}, 120_000)

it('is refused where strangers would see each step', async () => {
  const folder = await scratchFolder()
  const { db } = await freshDatabase()
  const config = readConfig({ DATA_DIR: folder, PUBLIC_URL: 'https://shop.example' })
  await save(folder, 'theme.json', theme('#2f5d50'))
  const refused = developTheme({ db, config }, folder, { json: false, signal: new AbortController().signal })
  await expect(refused).rejects.toThrow(Failure)
  expect(await themeVersions(db, 10)).toEqual([])
})
