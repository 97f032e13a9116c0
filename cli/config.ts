import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { configGaps } from '#app/config-gaps.ts'
import { configure, tryConfiguration } from '#app/configure.ts'
import { loadConfig, mergeConfig, type ConfigFault } from '#features/shop/actions.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/db.ts'
import { isDemoOnly } from '#transfer/demo/queries.ts'
import { demoLeftovers } from '#transfer/demo/settings.ts'
import { shopConfig, type ShopConfigDocument } from '#wire/shop-config.ts'
import { confirmed } from './confirm.ts'
import { warnOfDemo } from './demo.ts'
import { readJson } from './files/read-json.ts'
import { noSetting, settingAt, withSetting } from './files/settings.ts'
import { operatorPath, withShop } from './shop.ts'
import { Failure, say, writeOut } from './terminal.ts'

export function addConfig(program: Command): void {
  const config = program.command('config').description("the shop's settings, theme and routes")

  config
    .command('get')
    .alias('show')
    .description('print the whole configuration, or one part of it')
    .argument('[path]', 'such as shop.currencies or theme.primaryColor')
    .option('--json', 'configuration is printed as JSON in any case', false)
    .action(get)

  config
    .command('set')
    .description('change one setting, or what a file names; everything else stays')
    .argument('<what>', 'a setting, such as shop.productsPerPage; or a file of JSON, - for standard input')
    .argument(
      '[value]',
      `of the setting: 12, true, null, a text without quotes, or JSON such as '["en", "zh"]'`,
    )
    .option('--whole', 'the file is the whole configuration: what it leaves out becomes the default', false)
    .option('--yes', 'with --whole: do not ask', false)
    .option('--check', 'say what is wrong with it and change nothing', false)
    .option('--json', 'print the result as JSON', false)
    .action(set)

  config
    .command('check')
    .description("say what is wrong with the stored configuration, and what of it is still the demo's")
    .option('--json', 'print the result as JSON', false)
    .action(check)
}

async function get(path: string | undefined): Promise<void> {
  const { document } = await withShop(({ db }) => loadConfig(db))
  const value = path === undefined ? document : settingAt(document, path)
  if (value === undefined) throw new Failure(noSetting(document, path!))
  await writeOut(`${JSON.stringify(value, null, 2)}\n`)
}

async function check({ json }: { json: boolean }): Promise<void> {
  const { faults, demos } = await withShop(async ({ db, config }) => {
    const { document } = await loadConfig(db)
    const tried = await tryConfiguration(db, document, new Date())
    return {
      faults: [...(tried.ok ? [] : tried.problem), ...(await gapsOf(db, document, config))],
      demos: await demoLeftovers(db, document),
    }
  })
  if (json) await writeOut(`${JSON.stringify({ faults, demos })}\n`)
  else if (faults.length === 0) await writeOut('Nothing is wrong with it\n')
  if (!json) warnOfDemo(demos)
  if (faults.length > 0)
    throw new Failure(`the configuration is faulty:\n${faults.map(faultLine).join('\n')}`)
}

interface SetFlags {
  whole: boolean
  yes: boolean
  check: boolean
  json: boolean
}

/** The document that is wanted in the place of the stored one. */
type Change = (stored: ShopConfigDocument) => unknown

async function set(what: string, value: string | undefined, flags: SetFlags): Promise<void> {
  if (value !== undefined && flags.whole) throw new Failure('--whole is for a file that has all the settings')
  const change = value === undefined ? await fileChange(what, flags) : oneChange(what, value)
  const { result, gaps } = await withShop(async ({ db, config }) => {
    const input = change((await loadConfig(db)).document)
    const tried = await (flags.check
      ? tryConfiguration(db, input, new Date())
      : configure(db, input, new Date()))
    if (!tried.ok) return { result: tried, gaps: [] }
    const document = 'document' in tried.value ? tried.value.document : tried.value
    return { result: tried, gaps: await gapsOf(db, document, config) }
  })
  if (!result.ok) {
    if (flags.json) await writeOut(`${JSON.stringify({ stored: false, faults: result.problem })}\n`)
    throw new Failure(`${what} was not stored:\n${result.problem.map(faultLine).join('\n')}`)
  }
  const version = 'version' in result.value ? result.value.version : null
  if (flags.json) await writeOut(`${JSON.stringify({ stored: version !== null, version, gaps })}\n`)
  else
    await writeOut(
      version === null
        ? gaps.length === 0
          ? 'Nothing is wrong with it\n'
          : 'It can be stored\n'
        : `Stored as version ${version}; every node shows it within seconds\n`,
    )
  if (!flags.json && gaps.length > 0)
    say(`but the shop lacks something for it:\n${gaps.map(faultLine).join('\n')}`)
}

async function fileChange(file: string, flags: SetFlags): Promise<Change> {
  const path = file === '-' ? '/dev/stdin' : operatorPath(file)
  if (!existsSync(path)) throw new Failure(`${path} cannot be read: it is not there; ${oneSetting(file)}`)
  const change = await readJson(path, file)
  if (flags.whole && !flags.check)
    await confirmed(
      `Each setting that ${file} does not name becomes the default. Store it all the same?`,
      flags,
    )
  return (stored) => (flags.whole ? change : mergeConfig(stored, change))
}

/** How one setting is changed, for somebody who gave no file: `shop.lowStockAt`, `shop.lowStockAt=3`. */
function oneSetting(given: string): string {
  const [path = '', value = 'VALUE'] = given.split('=')
  const [section = '', name] = path.split('.')
  const isPath = Object.hasOwn(shopConfig.shape, section) && name !== undefined
  return `one setting is changed by: violet config set ${isPath ? `${path} ${value}` : 'shop.productsPerPage 12'}`
}

function oneChange(path: string, text: string): Change {
  const value = valueOf(text)
  return (stored) => {
    if (settingAt(stored, path.split('.')[0]!) === undefined) throw new Failure(noSetting(stored, path))
    // A section, such as `sales`, keeps what the value does not name, as with a file.
    if (!path.includes('.')) return mergeConfig(stored, { [path]: value })
    const changed = withSetting(stored, path.split('.'), value)
    if (changed === null)
      throw new Failure(`${path} is inside of a list or of one value: set what it is in as a whole`)
    return changed
  }
}

/** JSON as it stands, all else as a text. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Those of the demo shop itself are the demo's. */
async function gapsOf(db: Database, document: ShopConfigDocument, config: Config): Promise<ConfigFault[]> {
  const found = await configGaps(db, document, config)
  const isDemo = found.some(({ path }) => path.startsWith('sales.payment.')) && (await isDemoOnly(db))
  return isDemo ? found.filter(({ path }) => !path.startsWith('sales.payment.')) : found
}

function faultLine({ path, reason }: ConfigFault): string {
  return `  ${path === '' ? 'the document' : path}: ${reason}`
}
