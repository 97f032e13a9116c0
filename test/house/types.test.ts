import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runGuard } from '../../scripts/check/run.ts'
import { types, typesBrowser, typesDomain } from '../../scripts/check/tools.ts'
import { named, plant, projectRoot } from './plant.ts'

describe('the whole program', () => {
  /** Compiler option → the canary that only it notices. */
  const violations = {
    erasableSyntaxOnly: 'TS1294 src/app/enumerates.ts',
    verbatimModuleSyntax: 'TS1484 src/app/type-as-value.ts',
    strictNullChecks: 'TS18047 src/app/not-null-safe.ts',
    noUncheckedIndexedAccess: 'TS2322 src/app/unchecked-index.ts',
    exactOptionalPropertyTypes: 'TS2375 src/app/undefined-for-absent.ts',
    noUncheckedSideEffectImports: 'TS2882 src/app/missing-styles.ts',
    noImplicitOverride: 'TS4114 src/app/hidden-override.ts',
    noImplicitAny: 'TS7006 src/app/implicit-any.ts',
    noFallthroughCasesInSwitch: 'TS7029 src/app/falls-through.ts',
    noImplicitReturns: 'TS7030 src/app/missing-return.ts',
  }

  it('does not compile the canaries', async () => {
    const { findings } = await types.look(await plant('types'))
    expect(named(findings)).toEqual(Object.values(violations).sort())
  })

  it('misses every canary when the options are off', async () => {
    const off = Object.fromEntries(Object.keys(violations).map((option) => [option, false]))
    const { findings, seen } = await types.look(await plant('types', await changed('tsconfig.json', off)))
    expect(named(findings)).toEqual([])
    expect(seen).toBeGreaterThanOrEqual(Object.keys(violations).length)
  })

  it('does not take an empty program for a correct one', async () => {
    expect((await runGuard(types, await plant(null))).ok).toBe(false)
  })
})

describe('the domain', () => {
  const violations = [
    'TS2304 src/domain/fetches.ts',
    'TS2584 src/domain/prints.ts',
    'TS2584 src/domain/touches-the-page.ts',
    'TS2591 src/domain/reads-process.ts',
  ]

  it('knows neither Node nor a browser', async () => {
    const { findings } = await typesDomain.look(await plant('types'))
    expect(named(findings)).toEqual(violations)
  })

  it('would know both with the libraries of the whole program', async () => {
    const open = await changed('tsconfig.domain.json', { lib: ['ES2025', 'DOM'], types: ['node'] })
    expect((await typesDomain.look(await plant('types', open))).findings).toEqual([])
  })
})

describe('the browser', () => {
  const violations = [
    'TS2591 src/features/cart/islands/cart/island.tsx',
    'TS2591 src/platform/browser/reads-process.ts',
    'TS2591 src/platform/browser/uses-buffer.ts',
  ]

  it('does not know Node', async () => {
    const { findings, seen } = await typesBrowser.look(await plant('types'))
    expect(named(findings)).toEqual(violations)
    expect(seen).toBe(5)
  })

  it('would know Node with the libraries of the whole program', async () => {
    const open = await changed('tsconfig.browser.json', { types: ['node', 'vite/client'] })
    expect((await typesBrowser.look(await plant('types', open))).findings).toEqual([])
  })
})

/** A settings file of the project with other compiler options. */
async function changed(file: string, options: object): Promise<Record<string, string>> {
  const settings = JSON.parse(await readFile(join(projectRoot, file), 'utf8')) as { compilerOptions: object }
  return {
    [file]: JSON.stringify({ ...settings, compilerOptions: { ...settings.compilerOptions, ...options } }),
  }
}
