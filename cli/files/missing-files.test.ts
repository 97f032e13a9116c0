import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { entry, scratchFolder, violetFile } from '#transfer/catalog/for-tests.ts'
import { freshDatabase } from '#test/database.ts'
import { createProgram } from '../program.ts'

/* What is said of a file or a folder that is not there: one line with its path. */

let folder = ''
beforeEach(async () => {
  const { url } = await freshDatabase()
  folder = await scratchFolder()
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('DATA_DIR', join(folder, 'data'))
  vi.stubEnv('INIT_CWD', folder)
})
afterEach(() => vi.unstubAllEnvs())

async function refusalOf(...args: string[]): Promise<string> {
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(() => true),
  )
  try {
    await createProgram('1.2.3').parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof Error) return error.message
    throw error
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  throw new Error(`violet ${args.join(' ')} did not fail`)
}

it.each([
  [['import', 'none.csv'], 'none.csv cannot be read: it is not there'],
  [['import', 'customers', 'none.csv'], 'none.csv cannot be read: it is not there'],
  [
    ['config', 'set', 'none.json'],
    'none.json cannot be read: it is not there; one setting is changed by: violet config set shop.productsPerPage 12',
  ],
  [['redirects', 'import', 'none.csv'], 'none.csv cannot be read: it is not there'],
  [['security', 'passwords', 'load', 'none.txt'], 'none.txt cannot be read: it is not there'],
])('violet %j', async (args, said) => {
  expect(await refusalOf(...args)).toBe(`${folder}/${said}`)
})

it('says which themes there are', async () => {
  expect(await refusalOf('theme', 'use', 'nope')).toBe(
    `there is no theme nope (there are blueprint, harbour, paper, violet), and ${folder}/nope is not there`,
  )
})

it('says so before it writes, where the folder of a backup or an export is not there', async () => {
  for (const command of ['backup', 'export'])
    expect(await refusalOf(command, 'nowhere/shop')).toBe(
      `the folder ${folder}/nowhere is not there: make it, or name another one`,
    )
  await mkdir(join(folder, 'there'))
  expect(await refusalOf('backup', 'there')).toBe(`${folder}/there is a folder: name a file in it`)
})

it('says so when the folder of pictures is not there', async () => {
  const file = await violetFile({ products: [entry('cup')] })
  expect(await refusalOf('import', file, '--media', 'pictures')).toBe(
    `${folder}/pictures cannot be read: it is not there`,
  )
})
