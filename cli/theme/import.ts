import type { Command } from 'commander'
import { foreignMark, mostForeignBytes } from '#app/themes/foreign/foreign-files.ts'
import { importTheme } from '#app/themes/foreign/foreign-theme.ts'
import type { ImportLine } from '#app/themes/foreign/report.ts'
import { cut, printable } from '#wire/shown-text.ts'
import { counted, Failure, writeOut } from '../terminal.ts'
import { readForeign } from './read-theme.ts'
import { emptyFolder, writeFiles } from './write-theme.ts'

/* A theme for another platform as the beginning of one for this shop, with what became of each thing in it. */

export function addImport(theme: Command): void {
  theme
    .command('import')
    .description(
      'begin a theme with what is data in one for another platform, which must be yours: colours, fonts, settings, texts, sections',
    )
    .argument('<theme>', `a ZIP file or a folder, with ${foreignMark}`)
    .argument('<folder>', 'one that is not there, or is empty')
    .option('--json', 'print what became of each thing as JSON', false)
    .action(importInto)
}

async function importInto(name: string, folder: string, { json }: { json: boolean }): Promise<void> {
  const to = await emptyFolder(folder)
  const given = await readForeign(name, { mark: foreignMark, mostBytesOf: mostForeignBytes })
  const imported = importTheme(given)
  if (imported === null)
    throw new Failure(
      given.has('theme.json')
        ? `${name} is a theme of this shop: violet theme push shows it`
        : `${name} is no theme that can be read here: it has no ${foreignMark}`,
    )
  const { files, lines } = imported
  await writeFiles(to, files)
  if (json) return writeOut(`${JSON.stringify({ ok: true, folder: to, files: [...files.keys()], lines })}\n`)
  const counts = (['taken', 'changed', 'left'] as const)
    .map((fate) => `${lines.filter((line) => line.fate === fate).length.toLocaleString('en')} ${fate}`)
    .join(', ')
  await writeOut(
    `Wrote ${counted(files.size, 'file')} to ${to}: ${counts}\n${named('Changed', lines, 'changed')}${named('Left', lines, 'left')}See it by: violet theme dev ${folder}\n`,
  )
}

/** So many places are named of those that have one reason; `--json` has all. */
const mostPlaces = 12

/** Lines of a file that have one reason stand together. What a stranger wrote moves no cursor. */
function named(title: string, lines: readonly ImportLine[], fate: ImportLine['fate']): string {
  const groups = new Map<string, { file: string; reason: string; places: string[] }>()
  for (const { file, at, reason, fate: own } of lines) {
    if (own !== fate) continue
    // Files of a folder that are left for one reason, too.
    const folder = at === '' ? file.slice(0, file.lastIndexOf('/') + 1) : file
    const key = JSON.stringify([folder, reason])
    const group = groups.get(key) ?? { file: folder, reason, places: [] }
    groups.set(key, group)
    group.places.push(at === '' ? file.slice(folder.length) : at)
  }
  if (groups.size === 0) return ''
  // All of a file stands together, in the order of the files.
  const inOrder = [...Map.groupBy(groups.values(), ({ file }) => file).values()].flat()
  const said = inOrder.map(({ file, reason, places }) => {
    const what = places.filter((place) => place !== '')
    const more = what.length - mostPlaces
    const all = what.slice(0, mostPlaces).map((place) => cut(place, 200))
    const names = `${all.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more (--json has all)` : ''}`
    return printable(`  ${file}${file.endsWith('/') || names === '' ? '' : ': '}${names}: ${reason}`)
  })
  return `${title}:\n${said.join('\n')}\n`
}
