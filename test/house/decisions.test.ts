import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkDecision, decisions } from '../../scripts/check/decisions.ts'
import { runGuard } from '../../scripts/check/run.ts'
import { named, plant, projectRoot } from './plant.ts'

const good = 'docs/decisions/001-good.md'

describe('decisions', () => {
  it('names each that lacks its form, its successor or its reader, and each dead link', async () => {
    const { findings, seen } = await decisions.look(await plant('decisions'))
    expect(named(findings)).toEqual([
      'dead-link docs/links.md',
      'dead-link docs/links.md',
      'decision-empty docs/decisions/006-empty.md',
      'decision-headings docs/decisions/004-no-rejected.md',
      'decision-length docs/decisions/005-long.md',
      'decision-number docs/decisions/010-twice.md',
      'decision-status docs/decisions/003-no-status.md',
      'decision-superseded docs/decisions/007-nowhere.md',
      'decision-superseded docs/decisions/008-one-sided.md',
      'decision-title docs/decisions/002-no-title.md',
      'unknown-decision src/app/names.ts',
    ])
    expect(findings.filter(({ rule }) => rule === 'dead-link').map(({ text }) => text)).toEqual([
      'decisions/000-gone.md leads nowhere',
      'decisions/001-good.md#why leads nowhere',
    ])
    expect(seen).toBe(11)
  })

  it('counts 250 words, and no more', async () => {
    const text = await readFile(join(projectRoot, 'test/canaries/decisions', good), 'utf8')
    const filled = (words: number): string => `${text}\n${'word '.repeat(words)}`
    expect(checkDecision(good, filled(242))).toEqual([])
    expect(named(checkDecision(good, filled(243)))).toEqual([`decision-length ${good}`])
  })

  it('does not take a project without decisions for a decided one', async () => {
    expect((await runGuard(decisions, await plant(null))).ok).toBe(false)
  })
})
