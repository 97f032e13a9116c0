import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeDataFolder, makePrivateFolder, putPrivateFile } from './private-folder.ts'

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'violet-private-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

it('makes folders that nobody else may enter, and those above them', async () => {
  const above = join(await folder(), 'above')
  await makePrivateFolder(join(above, 'mail'))
  expect([await modeOf(above), await modeOf(join(above, 'mail'))]).toEqual(['700', '700'])
})

it('leaves a folder alone that is there already', async () => {
  const shared = join(await folder(), 'shared')
  await mkdir(shared, { mode: 0o755 })
  await makePrivateFolder(shared)
  await makeDataFolder(shared)
  expect(await modeOf(shared)).toBe('755')
})

it('puts files that nobody else reads into a folder, which it makes, and makes again when it is gone', async () => {
  const mail = join(await folder(), 'mail')
  for (const text of ['first', 'second']) {
    await putPrivateFile(mail, 'a.eml', text)
    await putPrivateFile(mail, 'b.eml', text)
    expect(await readFile(join(mail, 'a.eml'), 'utf8')).toBe(text)
    expect(await readdir(mail)).toEqual(['a.eml', 'b.eml'])
    expect([await modeOf(mail), await modeOf(join(mail, 'b.eml'))]).toEqual(['700', '600'])
    await rm(mail, { recursive: true })
  }
})

it('leaves no half of a file where it cannot be put', async () => {
  const mail = await folder()
  await mkdir(join(mail, 'a.eml'))
  await expect(putPrivateFile(mail, 'a.eml', 'text')).rejects.toThrow('EISDIR')
  expect(await readdir(mail)).toEqual(['a.eml'])
})

it('lets PostgreSQL through to its own folder where the shop runs as root, and nobody otherwise', async () => {
  const parent = await folder()
  const getuid = vi.spyOn(process as { getuid: () => number }, 'getuid')
  onTestFinished(() => getuid.mockRestore())
  for (const [uid, mode] of [
    [0, '711'],
    [1000, '700'],
  ] as const) {
    getuid.mockReturnValue(uid)
    await makeDataFolder(join(parent, String(uid)))
    expect(await modeOf(join(parent, String(uid)))).toBe(mode)
  }
})
