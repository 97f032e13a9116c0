import type { Command } from 'commander'
import { pastRoutes } from '#features/names/queries.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { langPath, locales } from '#i18n/locales.ts'
import { routes } from '#app/routes.ts'
import { withShop } from './shop.ts'
import { table, writeOut } from './terminal.ts'

export function addRoutes(program: Command): void {
  program
    .command('routes')
    .description('print the route table in order of precedence: the first that fits answers')
    .option(
      '--past',
      'print the patterns of earlier configurations, whose addresses lead to the present ones',
      false,
    )
    .option('--json', 'print as JSON', false)
    .action((flags: { past: boolean; json: boolean }) => (flags.past ? printPast : printTable)(flags.json))
}

/** Every route answers without a prefix, which is English, and under the prefix of each other language. */
const prefixes = locales.map(langPath)

async function printTable(json: boolean): Promise<void> {
  const { document } = await withShop(({ db }) => loadConfig(db))
  const rows = routes(document.router).map(({ name, pattern, target, params, source, setting }) => ({
    name,
    pattern,
    page: target.name,
    slug: params?.slug ?? null,
    source,
    setting: setting ?? null,
  }))
  if (json) {
    await writeOut(`${JSON.stringify({ prefixes, routes: rows })}\n`)
    return
  }
  const cells = rows.map(({ name, pattern, page, slug, source, setting }) => [
    '[/LANG]',
    pattern,
    name,
    slug === null ? page : `${page} ${slug}`,
    setting ?? source,
  ])
  await writeOut(`${table([['PREFIX', 'PATTERN', 'NAME', 'PAGE', 'SOURCE'], ...cells])}\n`)
  await writeOut(
    `\n[/LANG]: nothing for English, or one of ${prefixes.filter((path) => path !== '').join(' ')}\n`,
  )
}

async function printPast(json: boolean): Promise<void> {
  const past = await withShop(({ db }) => pastRoutes(db))
  if (json) await writeOut(`${JSON.stringify(past)}\n`)
  else if (past.length === 0) await writeOut('No rule was ever changed\n')
  else
    await writeOut(
      `${table([['PATTERN', 'SHOWED'], ...past.map(({ pattern, kind, slug }) => [pattern, slug === null ? kind : `${kind} ${slug}`])])}\n`,
    )
}
