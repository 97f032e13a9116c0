import type { Command } from 'commander'
import { checkConfiguration } from '#app/configure.ts'
import { examineTheme, type ExaminedTheme } from '#app/themes/examine-theme.ts'
import type { ThemeFault } from '#app/themes/theme-fault.ts'
import { storeTheme } from '#app/themes/versions.ts'
import { no, type Result } from '#domain/result.ts'
import { openImaging } from '#features/media/imaging.ts'
import { openMedia } from '#features/media/rules/open-media.ts'
import { withShop } from './shop.ts'
import { Failure, writeOut } from './terminal.ts'
import { addDev } from './theme/dev.ts'
import { addImport } from './theme/import.ts'
import { addLinks } from './theme/links.ts'
import { filesOf, readTheme, shippedThemes, type GivenTheme } from './theme/read-theme.ts'
import { linesOfFaults, refuseTheme, sayHints } from './theme/refuse.ts'
import { addSchedule } from './theme/schedule.ts'
import { addVersions, listVersions } from './theme/versions.ts'

export function addTheme(program: Command): void {
  const theme = program.command('theme').description('how the shop looks')

  theme
    .command('list')
    .description('the themes that come with the shop, or those that were stored')
    .option('--versions', 'those that were stored, and which of them is in use', false)
    .option('--json', 'print them as JSON', false)
    .action(list)

  theme
    .command('use')
    .description(
      'give the shop a theme; what it leaves out becomes the default, nothing of the theme before stays',
    )
    .argument(
      '<theme>',
      'the name of a theme that comes with the shop, a folder, a ZIP file or a JSON file; - for standard input',
    )
    .option('--json', 'print the result as JSON', false)
    .action(use)

  theme
    .command('check')
    .description('say what is wrong with a theme and change nothing; needs no shop')
    .argument('<theme>', 'as above')
    .option('--strict', 'refuse one that is worth a look, too', false)
    .option('--json', 'print the faults as JSON', false)
    .action(check)

  addVersions(theme)
  addLinks(theme)
  addSchedule(theme)
  addDev(theme)
  addImport(theme)
}

interface Flags {
  json: boolean
}

async function list({ versions, json }: Flags & { versions: boolean }): Promise<void> {
  if (versions) return listVersions({ json })
  const names = await shippedThemes()
  await writeOut(json ? `${JSON.stringify(names)}\n` : `${names.join('\n')}\n`)
}

async function use(name: string, flags: Flags): Promise<void> {
  const given = await readTheme(name)
  const alone = faultsOfFile(given)
  if (alone.length > 0) return refuseTheme(name, alone, flags)
  const result = await withShop(({ db, config }) =>
    storeTheme(db, filesOf(given), {
      name: given.name,
      now: new Date(),
      media: () => openMedia(config.mediaDir),
      isDraft: false,
    }),
  )
  if (!result.ok) return refuseTheme(name, result.problem, flags)
  const { version, config, hints } = result.value
  sayHints(hints, flags)
  await writeOut(
    flags.json
      ? `${JSON.stringify({ ok: true, theme: version, version: config, hints })}\n`
      : `${name} is the shop's theme (configuration ${config}); every node shows it within seconds\n`,
  )
}

async function check(name: string, { strict, json }: Flags & { strict: boolean }): Promise<void> {
  const given = await readTheme(name)
  const checked = await examined(given)
  if (!checked.ok) return refuseTheme(name, checked.problem, { json })
  const { hints } = checked.value
  const isRefused = strict && hints.length > 0
  if (json) await writeOut(`${JSON.stringify({ ok: !isRefused, faults: [], hints })}\n`)
  const said = `worth a look:\n${linesOfFaults(hints)}`
  if (isRefused) throw new Failure(`${name} is refused by --strict, ${said}`)
  if (json) return
  await writeOut(
    hints.length === 0 ? `${name}: nothing is wrong with it\n` : `${name}: nothing is refused; ${said}\n`,
  )
}

/** As a push examines it, without a shop: pictures are decoded and not stored. */
async function examined(given: GivenTheme): Promise<Result<ExaminedTheme, readonly ThemeFault[]>> {
  const alone = faultsOfFile(given)
  if (alone.length > 0) return no(alone)
  const imaging = openImaging()
  try {
    return await examineTheme(filesOf(given), {
      async take(_, content) {
        const taken = await imaging.takeIn(content, null)
        return taken.ok ? null : taken.problem
      },
    })
  } finally {
    imaging.close()
  }
}

/** A single file has no files to name: its faults say the setting. */
function faultsOfFile(given: GivenTheme): readonly ThemeFault[] {
  const alone = given.kind === 'file' ? checkConfiguration(given.look) : null
  return alone?.ok === false ? alone.problem : []
}
