import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { byWord } from '#domain/by-word.ts'
import { checkConfiguration, configure } from '#app/configure.ts'
import { loadConfig, type ConfigFault } from '#features/shop/actions.ts'
import { readJson } from './files/read-json.ts'
import { operatorPath, withShop } from './shop.ts'
import { counted, Failure, writeOut } from './terminal.ts'

/** The themes shipped with the program, next to the build. */
const folder = 'themes'

export function addTheme(program: Command): void {
  const theme = program.command('theme').description('how the shop looks')

  theme
    .command('list')
    .description('the themes that come with the shop')
    .option('--json', 'print them as JSON', false)
    .action(list)

  theme
    .command('use')
    .description(
      'give the shop a theme; what it leaves out becomes the default, nothing of the theme before stays',
    )
    .argument(
      '<theme>',
      'the name of a theme that comes with the shop, a folder, or a JSON file; - for standard input',
    )
    .option('--json', 'print the result as JSON', false)
    .action(use)

  theme
    .command('check')
    .description('say what is wrong with a theme and change nothing; needs no shop')
    .argument('<theme>', 'as above')
    .option('--json', 'print the faults as JSON', false)
    .action(check)
}

interface Flags {
  json: boolean
}

async function list({ json }: Flags): Promise<void> {
  const names = await shippedThemes()
  await writeOut(json ? `${JSON.stringify(names)}\n` : `${names.join('\n')}\n`)
}

async function use(name: string, flags: Flags): Promise<void> {
  const read = await readTheme(name)
  const result = await withShop(async ({ db }) => {
    const { document } = await loadConfig(db)
    return configure(db, { ...document, ...read }, new Date())
  })
  if (!result.ok) return refuse(name, result.problem, flags)
  const { version } = result.value
  await writeOut(
    flags.json
      ? `${JSON.stringify({ ok: true, version })}\n`
      : `${name} is the shop's theme (configuration ${version}); every node shows it within seconds\n`,
  )
}

async function check(name: string, flags: Flags): Promise<void> {
  const result = checkConfiguration(await readTheme(name))
  if (!result.ok) return refuse(name, result.problem, flags)
  await writeOut(
    flags.json ? `${JSON.stringify({ ok: true, faults: [] })}\n` : `${name}: nothing is wrong with it\n`,
  )
}

async function refuse(name: string, faults: readonly ConfigFault[], { json }: Flags): Promise<never> {
  if (json) await writeOut(`${JSON.stringify({ ok: false, faults })}\n`)
  const lines = faults.map(({ path, reason }) => `  ${path}: ${reason}`)
  throw new Failure(`${name} is refused, ${counted(faults.length, 'fault')}:\n${lines.join('\n')}`)
}

/** What of a configuration a theme is: a part that it does not have is empty, so that nothing of another one stays. */
interface ReadTheme {
  theme: unknown
  templates: unknown
}

/** Of one that comes with the shop, of a configuration file, or of a folder with theme.json and templates. */
async function readTheme(name: string): Promise<ReadTheme> {
  const isShipped = (await shippedThemes()).includes(name)
  const file = name === '-' ? '/dev/stdin' : isShipped ? `${folder}/${name}.json` : operatorPath(name)
  if (!existsSync(file))
    throw new Failure(
      `there is no theme ${name} (there are ${(await shippedThemes()).join(', ')}), and ${file} is not there`,
    )
  if (name !== '-' && (await stat(file)).isDirectory()) return readThemeFolder(file)
  const { theme, templates = {} } = await readThemeFile(file, name)
  return { theme, templates }
}

async function readThemeFile(file: string, name: string): Promise<{ theme: unknown; templates?: unknown }> {
  const document = await readJson(file, name)
  if (typeof document !== 'object' || document === null || !('theme' in document))
    throw new Failure(`${name} is no theme: it must be a JSON object with the member "theme"`)
  return document
}

/** `theme.json` with the member "theme", and `templates/<page>.json` or `templates/<page>.<slug>.json`. */
async function readThemeFolder(path: string): Promise<ReadTheme> {
  const file = join(path, 'theme.json')
  if (!existsSync(file)) throw new Failure(`${path} is no theme: it has no theme.json`)
  const { theme } = await readThemeFile(file, file)
  const placed = join(path, 'templates')
  const names = existsSync(placed) ? (await readdir(placed)).sort() : []
  const templates: Record<string, unknown> = byWord({})
  for (const name of names) {
    const at = join(placed, name)
    // What an editor or the system leaves there is none of the merchant's.
    if (name.startsWith('.') || name.endsWith('~')) continue
    if (!name.endsWith('.json')) throw new Failure(`${at} is no template: its name ends with .json`)
    if ((await stat(at)).size > mostBytes)
      throw new Failure(`${at} is too large: a template has at most ${mostBytes / 1024} KB`)
    templates[basename(name, '.json')] = await readJson(at, at)
  }
  return { theme, templates }
}

/** Of one template. */
const mostBytes = 512 * 1024

async function shippedThemes(): Promise<string[]> {
  const files = await readdir(folder).catch(() => [])
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .sort()
}
