import { describe, expect, it } from 'vitest'
import { migrations } from '../../scripts/check/migrations.ts'
import { describe as written } from '../../scripts/check/guard.ts'
import { runGuard } from '../../scripts/check/run.ts'
import { plant } from './plant.ts'

describe('migrations', () => {
  it('names updates and indexes that a table is locked for, but not in files that landed before the rule', async () => {
    const { findings, seen } = await migrations.look(await plant('migrations'))
    const at = (name: string, line: number, what: string, table: string): string =>
      `db/migrations/${name}.sql:${line} long-lock: ${what} while ${table} is locked by \`alter table\`: do it in a file of its own`
    expect(findings.map(written)).toEqual([
      at('20991231T0900_backfill', 3, 'updates orders', 'orders'),
      at('20991231T0910_index', 3, 'indexes orders', 'orders'),
      at('20991231T0920_other_table', 3, 'updates shipments', 'shipments'),
      at('20991231T0920_other_table', 4, 'updates orders', 'shipments'),
    ])
    expect(seen).toBe(6)
  })

  it('does not take a project without migrations for one that locks nothing', async () => {
    expect((await runGuard(migrations, await plant(null))).ok).toBe(false)
  })
})
