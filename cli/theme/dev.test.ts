import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { loadConfig } from '#features/shop/actions.ts'
import { filesOfVersion, themeVersions } from '#features/theming/queries.ts'
import { readConfig } from '#platform/server/config.ts'
import { freshDatabase } from '#test/database.ts'
import { scratchFolder } from '#transfer/catalog/for-tests.ts'
import { developTheme } from './dev.ts'
import { workplaceOf } from './workplace.ts'

async function save(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

const theme = (color: string): string =>
  JSON.stringify({ theme: { primaryColor: color, useDefTemplate: true } })
const home = JSON.stringify({ sections: { mine: { type: 'mine' } }, order: ['mine'] })

interface Line {
  ok: boolean
  theme?: number
  link?: string
  faults?: { file: string; line: number; reason: string }[]
}

it('keeps one draft that is the folder as it was saved last, and names file and line of what cannot be stored', async () => {
  const folder = await scratchFolder()
  const data = await scratchFolder()
  const { db } = await freshDatabase()
  const lines: Line[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(JSON.parse(text.toString()) as never)
    return true
  })
  await save(folder, 'theme.json', theme('#2f5d50'))
  // A shop that strangers come to: they see none of it.
  const config = readConfig({ DATA_DIR: data, PUBLIC_URL: 'https://shop.example' })
  const before = await loadConfig(db)
  const ending = new AbortController()
  const running = developTheme({ db, config }, folder, { json: true, signal: ending.signal })
  const shown = async (): Promise<Map<string, string>> => {
    const versions = await themeVersions(db, 10)
    expect(versions).toHaveLength(1)
    const files = await filesOfVersion(db, versions[0]!.id)
    return new Map([...files].map(([path, content]) => [path, content.toString()]))
  }
  try {
    await vi.waitFor(() => expect(lines).toMatchObject([{ ok: true }]), { timeout: 20_000 })
    expect(lines[0]!.link).toMatch(/^https:\/\/shop\.example\/theme\.draft\?key=/)
    expect((await shown()).get('theme.json')).toContain('#2f5d50')

    await save(folder, 'theme.json', theme('#123456'))
    await vi.waitFor(async () => expect((await shown()).get('theme.json')).toContain('#123456'), {
      timeout: 20_000,
    })
    await vi.waitFor(() => expect(lines.at(-1)).toEqual({ ok: true, theme: expect.any(Number), hints: [] }), {
      timeout: 20_000,
    })

    // As many editors save: another file takes the name, again and again.
    for (const color of ['#223344', '#334455', '#445566']) {
      await save(folder, 'theme.json.new', theme(color))
      await rename(join(folder, 'theme.json.new'), join(folder, 'theme.json'))
      await vi.waitFor(async () => expect((await shown()).get('theme.json')).toContain(color), {
        timeout: 20_000,
      })
    }

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
    expect([...(await shown()).keys()]).toEqual(['theme.json'])

    await save(folder, 'sections/mine.liquid', '<p>mine</p>')
    await save(folder, 'templates/home.json', home)
    await vi.waitFor(async () => expect([...(await shown()).keys()]).toContain('templates/home.json'), {
      timeout: 20_000,
    })

    await rm(join(folder, 'theme.json'))
    await vi.waitFor(
      () => expect(lines.at(-1)).toMatchObject({ ok: false, faults: [{ file: 'theme.json' }] }),
      { timeout: 20_000 },
    )
    // Shoppers have seen none of it.
    expect(await loadConfig(db)).toEqual(before)
  } finally {
    ending.abort()
    await running
    spy.mockRestore()
  }
}, 120_000)

it('gives each of two folders of the same name a draft and a link of its own', async () => {
  const [one, other] = [join(await scratchFolder(), 'mine'), join(await scratchFolder(), 'mine')]
  const { db } = await freshDatabase()
  const config = readConfig({ DATA_DIR: await scratchFolder(), PUBLIC_URL: 'https://shop.example' })
  const lines: Line[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(JSON.parse(text.toString()) as never)
    return true
  })
  const ending = new AbortController()
  const running: Promise<void>[] = []
  try {
    for (const folder of [one, other]) {
      await save(folder, 'theme.json', theme('#2f5d50'))
      running.push(developTheme({ db, config }, folder, { json: true, signal: ending.signal }))
      const count = running.length
      await vi.waitFor(() => expect(lines).toHaveLength(count), { timeout: 20_000 })
    }
    expect(new Set(lines.map(({ link }) => link)).size).toBe(2)
    await save(other, 'theme.json', theme('#123456'))
    await vi.waitFor(() => expect(lines).toHaveLength(3), { timeout: 20_000 })
    const stored = await Promise.all(
      (await themeVersions(db, 10)).map(async ({ id }) => (await filesOfVersion(db, id)).get('theme.json')),
    )
    expect(stored.map(String)).toEqual([theme('#123456'), theme('#2f5d50')])
  } finally {
    ending.abort()
    await Promise.all(running)
    spy.mockRestore()
  }
}, 120_000)

it('knows a folder again by its place, whatever leads to it', async () => {
  const [data, elsewhere, folder] = [await scratchFolder(), await scratchFolder(), await scratchFolder()]
  const mine = await workplaceOf(folder, data)
  expect(mine).toMatch(/^[0-9a-f]{64}$/)
  await symlink(folder, join(data, 'mine'))
  expect(await workplaceOf(join(data, 'mine'), data)).toBe(mine)
  // Another machine has the same path.
  expect(await workplaceOf(folder, elsewhere)).not.toBe(mine)
})
