import { describe, expect, it } from 'vitest'
import { runGuard } from '../../scripts/check/run.ts'
import { lookAtSizes, sizes } from '../../scripts/check/sizes.ts'
import { named, plant } from './plant.ts'

const cart = 'src/features/cart'

describe('sizes', () => {
  it('names each function of more than 120 lines, and none of a test', async () => {
    const { findings } = await lookAtSizes(await plant('sizes'), [])
    expect(findings.map(({ file, line, rule }) => `${rule} ${file}:${line}`)).toEqual([
      `long-function ${cart}/listed.ts:1`,
      `long-function ${cart}/long-function.ts:1`,
      `long-function ${cart}/nameless.ts:2`,
    ])
  })

  it('names each file of more than 400 lines, generated ones apart', async () => {
    const lines = (count: number, line = '') => `${line}\n`.repeat(count)
    const root = await plant(null, {
      'src/ui/whole.css': lines(400),
      'src/ui/long.css': lines(401),
      'cli/long.ts': lines(401),
      'scripts/unfinished.mjs': `${lines(400)}//`,
      'db/migrations/1_long.sql': lines(401, '--'),
      'src/domain/long.test.ts': lines(401),
      'src/i18n/keys.gen.ts': lines(401),
      'test/canaries/long.ts': lines(401),
      'docs/long.md': lines(401),
    })
    expect(named((await lookAtSizes(root, [])).findings)).toEqual([
      'long-file cli/long.ts',
      'long-file db/migrations/1_long.sql',
      'long-file scripts/unfinished.mjs',
      'long-file src/domain/long.test.ts',
      'long-file src/ui/long.css',
    ])
  })

  it('names each folder of more than 40 files, logs and data apart', async () => {
    const filled = (folder: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/part-${n}.md`, '']))
    const root = await plant(null, {
      ...filled('src/full', 41),
      ...filled('src/whole', 40),
      ...filled('src/whole/inside', 2),
      ...filled('docs', 41),
      ...filled('docs/decisions', 41),
      ...filled('db/migrations', 41),
      ...filled('demo/media/pictures', 41),
    })
    expect(named((await lookAtSizes(root, [])).findings)).toEqual([
      'full-folder docs',
      'full-folder src/full',
    ])
  })

  it('excepts what is listed, each for its own limit, until nothing needs it', async () => {
    const reason = 'For the sake of the test.'
    const root = await plant('sizes', {
      'src/long.ts': '\n'.repeat(401),
      ...Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`src/full/part-${n}.md`, ''])),
    })
    const { findings } = await lookAtSizes(root, [
      { reason, file: `${cart}/listed.ts`, function: 'listedSum' },
      { reason, file: `${cart}/long-function.ts`, function: 'anotherSum' },
      { reason, file: `${cart}/nameless.ts` },
      { reason, file: 'src/long.ts' },
      { reason, folder: 'src/full' },
      { reason, folder: 'src/gone' },
    ])
    expect(
      findings.map(({ rule, file, text }) => [rule, file, /^\S+ (?:\(\w+\) )?is/.exec(text)?.[0]]),
    ).toEqual([
      ['long-function', `${cart}/long-function.ts`, undefined],
      ['long-function', `${cart}/nameless.ts`, undefined],
      ['needless-exception', 'scripts/check/sizes.ts', `${cart}/long-function.ts (anotherSum) is`],
      ['needless-exception', 'scripts/check/sizes.ts', `${cart}/nameless.ts is`],
      ['needless-exception', 'scripts/check/sizes.ts', 'src/gone is'],
    ])
  })

  it('does not take a project without programs for one of small files', async () => {
    expect((await runGuard(sizes, await plant(null))).ok).toBe(false)
  })
})
