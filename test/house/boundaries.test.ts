import { expect, it } from 'vitest'
import { runGuard } from '../../scripts/check/run.ts'
import { boundaries } from '../../scripts/check/tools.ts'
import { named, plant, projectRoot } from './plant.ts'

const {
  default: config,
  mayUse,
  moreDoors,
} = (await import(`${projectRoot}/.dependency-cruiser.mjs`)) as {
  default: { forbidden: { name: string }[] }
  mayUse: Record<string, readonly string[]>
  moreDoors: Record<string, readonly string[]>
}

const violations = [
  'bootstrap-needs-nothing scripts/start.mjs',
  'browser-never-reaches-server src/platform/browser/reaches-server.ts',
  'browser-never-reaches-server src/storefront/layout/frame.browser.ts',
  'cli-is-a-thin-skin cli/import.ts',
  'domain-ring src/domain/between.ts',
  'domain-ring src/domain/knows-the-wire.ts',
  'domain-takes-no-packages src/domain/takes-a-package.ts',
  'domain-takes-no-packages src/domain/takes-node.ts',
  'doors-for-transfer src/transfer/enters-by-the-window.ts',
  'features-ring src/features/cart/present.ts',
  'i18n-ring src/i18n/knows-a-part.ts',
  'no-circular src/domain/line-one.ts',
  'no-unresolvable src/domain/points-nowhere.ts',
  'platform-ring src/platform/server/knows-a-feature.ts',
  'platform-ring src/platform/server/knows-the-tables.ts',
  'server-never-loads-browser src/app/knows-the-browser.ts',
  'server-never-loads-browser src/platform/server/loads-the-browser.ts',
  'shop-is-the-merchants src/app/endpoints.ts',
  'shop-is-the-merchants src/features/cart/acts-for-the-merchant.ts',
  'shop-is-the-merchants src/storefront/acts-for-the-merchant.ts',
  'shop-is-the-merchants src/storefront/imports-files.ts',
  'sql-only-in-queries src/features/cart/actions.ts',
  'sql-only-in-queries src/features/cart/jobs.ts',
  'src-stands-alone src/app/knows-the-tools.ts',
  'storefront-ring src/storefront/imports-files.ts',
  'storefront-ring src/storefront/knows-the-tables.ts',
  'transfer-ring src/transfer/knows-the-tables.ts',
  'ui-ring src/ui/knows-the-wire.tsx',
  'unlisted-feature src/features/wishes/contract.ts',
  'wire-ring src/wire/knows-words.ts',
  'work-runs-by-itself src/storefront/runs-a-job.ts',
]

it('names each forbidden import, and no other', async () => {
  const { findings } = await boundaries.look(await plant('boundaries'))
  expect(named(findings)).toEqual(violations)
})

it('has a canary for each rule', () => {
  const canaries = new Set(violations.map((violation) => violation.split(' ')[0] ?? ''))
  const rules = config.forbidden.map(({ name }) => name).filter((name) => !/-(?:friends|doors)$/.test(name))
  expect([...canaries].sort()).toEqual(rules.sort())
})

it('misses every canary when the rules are off', async () => {
  const { findings, seen } = await boundaries.look(
    await plant('boundaries', { '.dependency-cruiser.mjs': without('.*') }),
  )
  expect(named(findings)).toEqual([])
  expect(seen).toBeGreaterThan(violations.length)
})

it('lets a feature use its friends by their doors, and nobody else', async () => {
  const { files, expected } = neighbourhood()
  const { findings } = await boundaries.look(await plant(null, files))
  const found = findings.map(({ rule, file, text }) => `${rule} ${file} ${/^→ \S+/.exec(text)?.[0]}`)
  expect(found.sort()).toEqual(expected)
})

it('lets everybody in when the friends and doors are off', async () => {
  const root = await plant(null, {
    ...neighbourhood().files,
    '.dependency-cruiser.mjs': without('.*-(friends|doors)'),
  })
  const { findings, seen } = await boundaries.look(root)
  expect(named(findings)).toEqual([])
  expect(seen).toBeGreaterThan(3 * Object.keys(mayUse).length)
})

it('does not take a tool that reads nothing for a clean house', async () => {
  // With TypeScript 7 and without swc the tool has no parser for .ts files: it reads 0 modules and reports success.
  const blind = `import config from '${projectRoot}/.dependency-cruiser.mjs'
export default { ...config, options: { ...config.options, exclude: { path: '.' } } }`
  const outcome = await runGuard(boundaries, await plant('boundaries', { '.dependency-cruiser.mjs': blind }))
  expect(outcome.ok).toBe(false)
  expect(outcome.details).toContain('looking in the right place')
})

/** The project's real rules but those whose name matches. */
function without(name: string): string {
  return `import config from '${projectRoot}/.dependency-cruiser.mjs'
export default { ...config, forbidden: config.forbidden.filter(({ name }) => !/^(?:${name})$/.test(name)) }`
}

/**
 * Every feature with a contract, rules, queries and a part of its own; each also enters those of every other feature, in
 * one file for each kind. Only some have a door for their parts.
 */
function neighbourhood(): { files: Record<string, string>; expected: string[] } {
  const files: Record<string, string> = {}
  const expected: string[] = []
  for (const [feature, friends] of Object.entries(mayUse)) {
    const folder = `src/features/${feature}`
    const others = Object.keys(mayUse).filter((name) => name !== feature)
    const entering = (door: string): string =>
      others.map((other) => `import '#features/${other}/${door}'\n`).join('')
    files[`${folder}/contract.ts`] = `export const path = '/${feature}'\n`
    files[`${folder}/queries.ts`] = `export const table = '${feature}'\n`
    files[`${folder}/rules/rule.ts`] = `export const rule = '${feature}'\n`
    files[`${folder}/parts/part.ts`] = `export const part = '${feature}'\n`
    files[`${folder}/calls.ts`] = entering('contract.ts')
    files[`${folder}/asks.ts`] = entering('queries.ts')
    files[`${folder}/follows.ts`] = entering('rules/rule.ts')
    files[`${folder}/peeks.ts`] = entering('parts/part.ts')
    for (const other of others) {
      const theirs = `src/features/${other}`
      if (!moreDoors[other]?.includes('parts'))
        expected.push(`${other}-doors ${folder}/peeks.ts → ${theirs}/parts/part.ts`)
      if (friends.includes(other)) continue
      expected.push(
        `${feature}-friends ${folder}/asks.ts → ${theirs}/queries.ts`,
        `${feature}-friends ${folder}/follows.ts → ${theirs}/rules/rule.ts`,
        `${feature}-friends ${folder}/peeks.ts → ${theirs}/parts/part.ts`,
      )
    }
  }
  return { files, expected: expected.sort() }
}
