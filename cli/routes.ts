import type { Command } from 'commander'
import { routes } from '#app/routes.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { withShop } from './shop.ts'
import { table, writeOut } from './terminal.ts'

export function addRoutes(program: Command): void {
  program
    .command('routes')
    .description('print the route table in order of precedence: the first that fits answers')
    .option('--json', 'print as JSON', false)
    .action(async (flags: { json: boolean }) => {
      const { document } = await withShop(({ db }) => loadConfig(db))
      const rows = routes(document.router).map(({ pattern, target }) => ({
        pattern,
        page: target.name,
        visibility: target.visibility,
      }))
      if (flags.json) await writeOut(`${JSON.stringify(rows)}\n`)
      else
        await writeOut(
          `${table([['PATTERN', 'PAGE', 'KEPT'], ...rows.map((row) => [row.pattern, row.page, row.visibility === 'public' ? 'yes' : 'no'])])}\n`,
        )
    })
}
