import { existsSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startViolet } from '#test/running-shop.ts'

/*
 * Readers that leave before the program is done (`violet … | head -1`). It has started a PostgreSQL for itself, as no
 * shop is open there.
 */

let dataDir = ''
const lockFile = (): string => join(dataDir, 'pg', 'postmaster.pid')

afterEach(() => {
  if (existsSync(lockFile())) process.kill(Number(readFileSync(lockFile(), 'utf8').split('\n')[0]), 'SIGINT')
})

it('does its work to the end when nobody reads what it says of it', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'violet-'))
  const child = startViolet(['customers', 'list'], { dataDir })
  let result = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (result += text))
  child.stderr!.once('data', () => child.stderr!.destroy())
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(0)
  expect(result).toContain('NUMBER')
  expect(existsSync(lockFile())).toBe(false)
})

it('leaves no database running behind a result that nobody reads', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'violet-'))
  const child = startViolet(['customers', 'list'], { dataDir })
  child.stderr!.resume()
  child.stdout!.destroy()
  const [code] = (await once(child, 'exit')) as [number]
  expect(code).toBe(0)
  expect(existsSync(lockFile())).toBe(false)
})
