import type { Command } from 'commander'
import { publishTheme, storeTheme, themeInUse, undoTheme, type StoredTheme } from '#app/themes/versions.ts'
import type { ThemeFault } from '#app/themes/theme-fault.ts'
import { linkDays } from '#app/themes/draft-links.ts'
import { openMedia, type Media } from '#features/media/rules/open-media.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { filesOfVersion, publicationAt, publishedAt, themeVersions } from '#features/theming/queries.ts'
import { linksTo } from '#features/theming/queries/links.ts'
import { schedules } from '#features/theming/queries/schedules.ts'
import type { Result } from '#domain/result.ts'
import { withShop } from '../shop.ts'
import { Failure, table, writeOut } from '../terminal.ts'
import { daysOf, linkInJson, linkInWords, newLink } from './links.ts'
import { readFolderOf, readShipped } from './read-theme.ts'
import { refuseTheme, sayHints } from './refuse.ts'
import { minuteOf } from './schedule.ts'
import { noSuch, numberOf, requireVersion } from './version-number.ts'
import { emptyFolder, writeFiles } from './write-theme.ts'

/* The themes of a shop as versions: stored, published, undone, and brought back as files. */

export function addVersions(theme: Command): void {
  theme
    .command('push')
    .description('store a folder as the next version of the theme, and show it')
    .argument('<folder>', 'with theme.json, templates/ and assets/')
    .option(
      '--draft',
      'only store it, and print a link that shows it: `theme publish` shows it to all',
      false,
    )
    .option('--days <days>', 'for how long that link is valid', String(linkDays.usual))
    .option('--json', 'print the result as JSON', false)
    .action(push)

  theme
    .command('publish')
    .description('show a version that is stored')
    .argument('[version]', 'its number, of `theme list --versions`; the newest when absent')
    .option('--json', 'print the result as JSON', false)
    .action(publish)

  theme
    .command('undo')
    .description('show what was shown before the theme in use')
    .option('--json', 'print the result as JSON', false)
    .action(undo)

  theme
    .command('pull')
    .description('write the theme in use, or a version, into a new folder')
    .argument('<folder>', 'one that is not there, or is empty')
    .option('--number <version>', 'the number of a version, of `theme list --versions`')
    .option('--json', 'print the result as JSON', false)
    .action(pull)

  theme
    .command('new')
    .description('begin a theme of your own: a new folder with a copy of one that comes with the shop')
    .argument('<folder>', 'one that is not there, or is empty')
    .option('--from <theme>', 'the name of the theme to begin with', 'violet')
    .option('--json', 'print the result as JSON', false)
    .action(begin)
}

interface Flags {
  json: boolean
}

async function push(
  folder: string,
  { draft, days: wanted, json }: Flags & { draft: boolean; days: string },
): Promise<void> {
  const days = daysOf(wanted)
  const { name, files } = await readFolderOf(folder)
  const { result, shown } = await withShop(async ({ db, config }) => {
    const now = new Date()
    const media = (): Media => openMedia(config.mediaDir)
    const stored = await storeTheme(db, files, { name, now, media, isDraft: draft })
    if (!draft || !stored.ok) return { result: stored, shown: null }
    const { version } = stored.value
    return { result: stored, shown: await newLink({ db, config }, { version, days }, now) }
  })
  if (!result.ok || shown === null) return report(name, result, { json })
  const { version, hints } = result.value
  sayHints(hints, { json })
  await writeOut(
    json
      ? `${JSON.stringify({ ok: true, theme: version, version: null, ...linkInJson(shown), hints })}\n`
      : `Stored as version ${version}; shoppers see nothing of it until: violet theme publish ${version}\n${linkInWords(shown)}`,
  )
}

async function publish(version: string | undefined, flags: Flags): Promise<void> {
  const wanted = version === undefined ? null : numberOf(version)
  const result = await withShop(({ db }) => publishTheme(db, wanted, new Date()))
  if (result === null) throw new Failure(wanted === null ? 'no theme is stored' : noSuch(wanted))
  await report(wanted === null ? 'the newest version' : `version ${wanted}`, result, flags)
}

async function undo(flags: Flags): Promise<void> {
  const result = await withShop(({ db }) => undoTheme(db, new Date()))
  if (result === null) throw new Failure('nothing was shown before the theme in use')
  await report('the theme before', result, flags)
}

async function report(
  name: string,
  result: Result<StoredTheme, ThemeFault[]>,
  { json }: Flags,
): Promise<void> {
  if (!result.ok) return refuseTheme(name, result.problem, { json })
  const { version, config, hints } = result.value
  sayHints(hints, { json })
  await writeOut(
    json
      ? `${JSON.stringify({ ok: true, theme: version, version: config, hints })}\n`
      : `Version ${version} is the shop's theme (configuration ${config}); every node shows it within seconds\n`,
  )
}

/** What `theme list --versions` prints, the newest first. */
export async function listVersions({ json }: Flags): Promise<void> {
  const { versions, shown, live, links, planned } = await withShop(async ({ db }) => {
    const { version: config } = await loadConfig(db)
    return {
      versions: await themeVersions(db, mostListed),
      shown: await publishedAt(db),
      live: (await publicationAt(db, config))?.version ?? null,
      // The one that lasts longest is the last that is set.
      links: new Map((await linksTo(db, null, new Date())).toReversed().map((one) => [one.version, one])),
      planned: await schedules(db),
    }
  })
  const listed = versions.map(({ id, name, createdAt, manifest, isWorking }) => ({
    version: id,
    name,
    createdAt: createdAt.toISOString(),
    publishedAt: shown.get(id)?.toISOString() ?? null,
    files: Object.keys(manifest).length,
    inUse: id === live,
    isWorking,
    linkedUntil: links.get(id)?.expiresAt.toISOString() ?? null,
    planned: planned
      .filter(({ version }) => version === id)
      .map(({ dueAt, failure }) => ({ at: dueAt.toISOString(), failure })),
  }))
  if (json) return writeOut(`${JSON.stringify(listed)}\n`)
  const cells = listed.map((one) => [
    String(one.version),
    one.name,
    one.createdAt,
    stateOf(one),
    String(one.files),
    one.linkedUntil === null ? '' : minuteOf(new Date(one.linkedUntil)),
    one.planned
      .map(
        ({ at, failure }) => `${minuteOf(new Date(at))}${failure === null ? '' : `: not shown, ${failure}`}`,
      )
      .join('; '),
  ])
  const heads = ['VERSION', 'NAME', 'STORED', 'STATE', 'FILES', 'LINK UNTIL', 'SHOWN FROM']
  await writeOut(`${table([heads, ...cells])}\n`)
}

function stateOf(one: { inUse: boolean; publishedAt: string | null; isWorking: boolean }): string {
  if (one.inUse) return 'in use'
  if (one.publishedAt !== null) return 'before'
  return one.isWorking ? 'dev' : 'draft'
}

const mostListed = 200

async function pull(folder: string, { number, json }: Flags & { number?: string }): Promise<void> {
  const wanted = number === undefined ? null : numberOf(number)
  const to = await emptyFolder(folder)
  const { files, version, changed } = await withShop(async ({ db }) => {
    if (wanted === null) return themeInUse(db)
    await requireVersion(db, wanted)
    return { files: await filesOfVersion(db, wanted), version: wanted, changed: [] }
  })
  await writeFiles(to, files)
  const since =
    version === null || changed.length === 0 ? '' : `; of the configuration since then: ${changed.join(', ')}`
  await writeOut(
    json
      ? `${JSON.stringify({ folder: to, theme: version, files: [...files.keys()], changed })}\n`
      : `Wrote ${files.size} files to ${to}${since}\n`,
  )
}

async function begin(folder: string, { from, json }: Flags & { from: string }): Promise<void> {
  const files = await readShipped(from)
  const to = await emptyFolder(folder)
  await writeFiles(to, files)
  await writeOut(
    json
      ? `${JSON.stringify({ folder: to, files: [...files.keys()] })}\n`
      : `Wrote ${[...files.keys()].join(', ')} to ${to}; show it by: violet theme push ${folder}\n`,
  )
}
