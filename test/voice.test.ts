import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFiles } from '../scripts/check/files.ts'

const root = join(import.meta.dirname, '..')

it('speaks Chinese in one voice: 你, in the interface and in the demo', async () => {
  const files = await projectFiles(root, /^(src\/.*\/messages\/zh[\w-]*|demo\/.*)\.json$/)
  expect(files.length).toBeGreaterThan(40)
  const formal: string[] = []
  for (const file of files) {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n')
    lines.forEach((line, index) => line.includes('您') && formal.push(`${file}:${index + 1}`))
  }
  expect(formal).toEqual([])
})
