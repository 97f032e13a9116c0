import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../scripts/bootstrap/temporary.mjs'
import { testFiles } from '../projects.ts'
import { projectRoot } from './plant.ts'

it('tells the tests that need a database by what they import, through any number of files', async () => {
  const root = await mkdtemp(join(tmpdir(), 'violet-projects-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const files = {
    'test/database.ts': `export const database = 1`,
    'test/types.ts': `import type { Database } from './database.ts'\nexport type Shop = Database`,
    'test/buyer.ts': `import {\n  database,\n} from './database.ts'\nexport const buyer = database`,
    'src/features/cart/for-tests.ts': `export { buyer } from '#test/buyer.ts'`,
    'src/domain/money.test.ts': `import { shop } from '#test/types.ts'\nimport type { Database } from '#test/database.ts'`,
    'src/domain/text.test.ts': "const planted = `\nimport { gone } from './gone.ts'`",
    'src/features/cart/cart.test.tsx': `import { buyer } from './for-tests.ts'`,
    'cli/violet.test.ts': `import '#test/database.ts'`,
    'src/ui/slides.browser.test.ts': `import { database } from '#test/database.ts'`,
  }
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  expect(testFiles(root)).toEqual({
    pure: ['src/domain/money.test.ts', 'src/domain/text.test.ts'],
    database: ['cli/violet.test.ts', 'src/features/cart/cart.test.tsx'],
  })
})

it('finds the tests of the project', () => {
  const { pure, database } = testFiles(projectRoot)
  expect(pure).toContain('src/domain/pricing.test.ts')
  expect(database).toContain('src/features/orders/pay.test.ts')
  expect(pure.length).toBeGreaterThan(80)
  expect(database.length).toBeGreaterThan(50)
})

it('works in memory only where there is plenty, and nobody has named another folder', () => {
  vi.stubEnv('TMPDIR', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(temporaryFolder(64 * 2 ** 20)).toBe(tmpdir())
  expect(temporaryFolder(8 * 2 ** 30)).toBe('/dev/shm')
  vi.stubEnv('TMPDIR', '/somewhere')
  expect(temporaryFolder(8 * 2 ** 30)).toBe('/somewhere')
})
