import { expect, it } from 'vitest'
import { references } from '../../scripts/check/references.ts'
import { runGuard } from '../../scripts/check/run.ts'
import { plant } from './plant.ts'

it('names each file that a document or a comment speaks of and that is not there', async () => {
  const { findings, seen } = await references.look(await plant('references'))
  // The project's own settings lie in every canary, and name files of the project.
  const own = findings.filter(({ file }) => file !== '.dependency-cruiser.mjs')
  expect(own.map(({ file, line, text }) => `${file}:${line} ${text}`).toSorted()).toEqual([
    'compose.yaml:1 gone-service.mjs is not there',
    'db/1_carts.sql:1 queries/gone-sql.ts is not there',
    'docs/cart.md:2 gone-document.ts is not there',
    'docs/cart.md:3 docs/proof.md is not there',
    'src/features/cart/queries/lines.ts:2 gone-line.ts is not there',
    'src/features/cart/queries/lines.ts:6 sales/gone-block.ts is not there',
    'src/features/cart/queries/lines.ts:8 gone-here.tsx is not there',
  ])
  // The canary's four without its decision, and those settings.
  expect(seen).toBe(5)
})

it('does not take a project without documents for one in order', async () => {
  expect((await runGuard(references, await plant(null))).ok).toBe(false)
})
