import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentFilter, isBreached } from '#platform/server/passwords/breached.ts'
import { scratchFolder } from '#transfer/catalog/for-tests.ts'
import { createProgram } from './program.ts'
import { Failure } from './terminal.ts'

let folder: string
beforeEach(async () => {
  folder = await scratchFolder()
  vi.stubEnv('DATA_DIR', join(folder, 'data'))
  vi.stubEnv('INIT_CWD', folder)
})
afterEach(() => void vi.unstubAllEnvs())

/** What `violet security passwords load` prints; throws what it fails with. */
async function load(...args: string[]): Promise<string> {
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text.toString()
    return true
  })
  try {
    const program = createProgram('1.2.3')
    await program.parseAsync(['security', 'passwords', 'load', ...args, '--quiet'], { from: 'user' })
    return printed
  } finally {
    spy.mockRestore()
  }
}

function lines(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([password, count]) => `${hash('sha1', password).toUpperCase()}:${count}\r\n`)
    .toSorted()
    .join('')
}

it('takes a list of leaked passwords, which the shop refuses from then on', async () => {
  await writeFile(join(folder, 'leaked.txt'), lines({ 'Oak stool 7': 12, 'Elm chair 8': 2 }))
  const filter = () => currentFilter(join(folder, 'data'))
  expect(await isBreached('Oak stool 7', filter())).toBe(false)
  expect(await load('leaked.txt')).toMatch(/^2 passwords refused from now on \(a filter of \d+ bytes\)\n$/)
  expect(await isBreached('Oak stool 7', filter())).toBe(true)
  expect(await isBreached('Elm chair 8', filter())).toBe(true)
  expect(JSON.parse(await load('leaked.txt', '--at-least', '3', '--json'))).toMatchObject({
    lines: 2,
    passwords: 1,
  })
  expect(await isBreached('Elm chair 8', filter())).toBe(false)
})

it('names the line that it cannot use, and leaves everything as it was', async () => {
  const file = join(folder, 'leaked.txt')
  await writeFile(file, `${lines({ 'Oak stool 7': 1 })}password\n`)
  await expect(load('leaked.txt')).rejects.toEqual(
    new Failure(`${file}:2: this is no line of SHA-1:count; nothing was changed`),
  )
  await writeFile(file, '')
  await expect(load('leaked.txt')).rejects.toThrow(
    `${file}:0: the list ends without a password that leaked as often; nothing was changed`,
  )
  await writeFile(file, lines({ 'Oak stool 7': 2 }))
  await expect(load('leaked.txt', '--at-least', '3')).rejects.toThrow('nothing was changed')
  await expect(load('none.txt')).rejects.toThrow(
    `${join(folder, 'none.txt')} cannot be read: it is not there`,
  )
  await expect(load('.')).rejects.toThrow(`${folder} is not a file`)
  expect(currentFilter(join(folder, 'data'))).toMatch(/common\.filter$/)
})
