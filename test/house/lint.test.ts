import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runGuard } from '../../scripts/check/run.ts'
import { lint } from '../../scripts/check/tools.ts'
import { named, plant, projectRoot } from './plant.ts'

const violations = [
  'eslint/eqeqeq src/features/cart/equality.ts',
  'eslint/no-alert src/features/cart/alerts.ts',
  'eslint/no-console src/features/cart/prints.ts',
  'eslint/no-eval src/features/cart/evaluates.ts',
  'eslint/no-restricted-globals cli/violet.ts',
  'eslint/no-restricted-globals src/app/server.ts',
  'eslint/no-restricted-globals src/features/cart/queries.ts',
  'eslint/no-restricted-globals src/platform/server/storage.ts',
  'eslint/no-restricted-globals src/storefront/layout/frame.tsx',
  'eslint/no-restricted-imports src/features/cart/islands/cart-drawer/island.tsx',
  'eslint/no-restricted-imports src/platform/browser/checks.ts',
  'eslint/no-restricted-imports src/platform/browser/reads-config.ts',
  'eslint/no-restricted-imports src/platform/browser/reads-file.ts',
  'eslint/no-restricted-imports src/storefront/layout/frame.browser.ts',
  'eslint/no-restricted-properties e2e/look.ts',
  'eslint/no-restricted-properties e2e/waits.spec.ts',
  'eslint/no-restricted-properties src/domain/clock.ts',
  'eslint/no-restricted-properties src/domain/dice.ts',
  'eslint/no-restricted-properties src/platform/browser/fragment.ts',
  'eslint/no-restricted-properties src/platform/browser/inserts.ts',
  'eslint/no-restricted-properties src/platform/browser/replaces.ts',
  'eslint/no-restricted-properties src/platform/browser/sink.ts',
  'eslint/no-restricted-properties src/platform/browser/unsafe.ts',
  'eslint/no-restricted-properties src/platform/browser/writes.ts',
  'eslint/no-restricted-properties test/runtime/stage.ts',
  'eslint/no-unused-vars src/features/cart/unused.ts',
  'eslint/no-var src/features/cart/variable.ts',
  'eslint/no-warning-comments src/features/cart/postponed.ts',
  'eslint/prefer-const src/features/cart/never-changes.ts',
  'house/bare-ip src/features/cart/counts-addresses.ts',
  'house/bare-ip src/features/cart/counts-addresses.ts',
  'house/bare-ip src/features/cart/counts-addresses.ts',
  'house/bare-ip src/features/cart/counts-addresses.ts',
  'house/guarded-listener src/platform/server/bare-listener.ts',
  'house/guarded-listener src/platform/server/bare-listener.ts',
  'house/guarded-listener src/platform/server/bare-listener.ts',
  'house/guarded-listener src/platform/server/bare-timer.ts',
  'house/guarded-listener src/platform/server/bare-timer.ts',
  'house/guarded-listener src/platform/server/bare-timer.ts',
  'house/guarded-listener src/platform/server/bare-timer.ts',
  'house/slow-pattern src/features/cart/slow-patterns.ts',
  'house/slow-pattern src/features/cart/slow-patterns.ts',
  'house/word-index src/features/cart/asks-by-word.ts',
  'house/word-index src/features/cart/asks-by-word.ts',
  'house/word-index src/features/cart/asks-by-word.ts',
  'house/word-index src/features/cart/asks-by-word.ts',
  'house/word-index src/features/cart/asks-by-word.ts',
  'house/word-index src/features/cart/asks-by-word.ts',
  'house/word-index src/features/cart/asks-by-word.ts',
  'import/no-cycle src/features/cart/ring-one.ts',
  'import/no-cycle src/features/cart/ring-two.ts',
  'import/no-default-export src/features/cart/nameless.ts',
  'import/no-self-import src/features/cart/itself.ts',
  'node/no-process-env src/features/cart/environment.ts',
  'oxc/no-barrel-file src/features/cart/barrel.ts',
  'react-hooks/exhaustive-deps src/ui/forgotten-dependency.tsx',
  'react-hooks/rules-of-hooks src/ui/hook-in-branch.tsx',
  'react/no-danger src/ui/raw-html.tsx',
  'typescript/ban-ts-comment src/features/cart/silenced.ts',
  'typescript/no-explicit-any src/features/cart/any-shape.ts',
  'typescript/no-floating-promises src/features/cart/floating.ts',
  'typescript/no-misused-promises src/features/cart/misused.ts',
  'typescript/only-throw-error src/features/cart/throws-text.ts',
  'typescript/prefer-nullish-coalescing src/features/cart/or-on-values.ts',
  'typescript/switch-exhaustiveness-check src/features/cart/not-all-states.ts',
  'unicorn/filename-case src/features/cart/wrongName.ts',
  'unused-directive src/features/cart/needless-directive.ts',
  'vitest/expect-expect src/features/cart/asserts-nothing.test.ts',
  'vitest/no-disabled-tests src/features/cart/disabled.test.ts',
  'vitest/no-focused-tests src/features/cart/focused.test.ts',
  'vitest/valid-expect src/features/cart/expects-vaguely.test.ts',
]

interface Settings {
  options: object
  rules: Record<string, unknown>
  overrides: { rules: Record<string, unknown> }[]
}

it('names each planted fault, and no other', async () => {
  const { findings } = await lint.look(await plant('lint'))
  expect(named(findings)).toEqual(violations)
})

it('has a canary for each rule that the settings name', async () => {
  const canaries = new Set(violations.map((violation) => bare(violation.split(' ')[0]!)))
  canaries.delete('unused-directive')
  expect([...canaries].sort()).toEqual([...ruleNames(await settings())].map(bare).sort())
})

it('misses every canary of a rule that is off', async () => {
  const off = await settings()
  const names = ruleNames(off)
  for (const part of [off, ...off.overrides])
    for (const name of Object.keys(part.rules)) part.rules[name] = 'off'
  for (const name of names) off.rules[name] = 'off'
  const { findings, seen } = await lint.look(await plant('lint', { '.oxlintrc.json': JSON.stringify(off) }))
  expect(named(findings)).toEqual([
    'unused-directive src/features/cart/needless-directive.ts',
    'unused-directive src/platform/server/guarded-listener.ts',
  ])
  expect(seen).toBeGreaterThan(40)
})

it('misses what needs types when it may not read them', async () => {
  const off = await settings()
  off.options = {}
  const { findings } = await lint.look(await plant('lint', { '.oxlintrc.json': JSON.stringify(off) }))
  const missed = violations.filter((violation) => !named(findings).includes(violation))
  expect(missed).toEqual([
    'typescript/no-floating-promises src/features/cart/floating.ts',
    'typescript/no-misused-promises src/features/cart/misused.ts',
    'typescript/only-throw-error src/features/cart/throws-text.ts',
    'typescript/prefer-nullish-coalescing src/features/cart/or-on-values.ts',
    'typescript/switch-exhaustiveness-check src/features/cart/not-all-states.ts',
    'unused-directive src/features/cart/needless-directive.ts',
  ])
})

it('does not take a linter that skips everything for clean code', async () => {
  const blind = JSON.stringify({ ...(await settings()), ignorePatterns: ['**'] })
  expect((await runGuard(lint, await plant('lint', { '.oxlintrc.json': blind }))).ok).toBe(false)
})

async function settings(): Promise<Settings> {
  return JSON.parse(await readFile(join(projectRoot, '.oxlintrc.json'), 'utf8')) as Settings
}

function ruleNames({ rules, overrides }: Settings): Set<string> {
  return new Set(
    [{ rules }, ...overrides].flatMap((part) =>
      Object.keys(part.rules).filter((name) => part.rules[name] !== 'off'),
    ),
  )
}

function bare(name: string): string {
  return name.split('/').at(-1)!
}
