import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Option, type Command } from 'commander'
import { byWord, own } from '#domain/by-word.ts'
import { allRedirects } from '#features/redirects/queries.ts'
import { exportContent } from '#transfer/content/export.ts'
import { exportRedirects } from '#transfer/redirects/export.ts'
import { exportCatalog, pictureFile, type ExportOptions } from '#transfer/catalog/export.ts'
import { filmPaths } from '#features/catalog/queries/films.ts'
import { copyFilms } from '#features/media/shop/films.ts'
import { expectOwnFile, expectRoomFor } from '#platform/server/files/file-reasons.ts'
import { openMedia } from '#features/media/rules/open-media.ts'
import { operatorPath, withShop } from './shop.ts'
import { counted, say, writeOut } from './terminal.ts'

/** The kinds of entries by name; in a folder each has its own file. */
const parts = {
  catalog: exportCatalog,
  content: exportContent,
  redirects: exportRedirects,
}
const files: Readonly<Record<Part, string>> = {
  catalog: 'catalog.json',
  content: 'content.json',
  redirects: 'redirects.csv',
}
type Part = keyof typeof parts
/** What a file may begin with that an export replaces. */
const begins: Readonly<Record<Part, RegExp>> = {
  catalog: /^\s*\{\s*"format"\s*:\s*"violet-/,
  content: /^\s*\{\s*"format"\s*:\s*"violet-/,
  redirects: /^from,to\b/,
}

interface Flags {
  what?: Part
  media?: string
  json: boolean
}

export function addExport(program: Command): void {
  program
    .command('export')
    .description("write the shop in Violet's own formats")
    .argument('[path]', 'a folder, for all of it, or a file for a part; standard output when not given')
    .addOption(
      new Option(
        '--what <part>',
        'the catalogue; the content: articles, pages, promotions, coupons, inquiry forms and reviews; or the redirects ("catalog" for a file when not given)',
      ).choices(Object.keys(parts)),
    )
    .option('--media <folder>', 'copy the pictures into this folder, for `violet import --media`')
    .option('--json', 'print what was written as JSON', false)
    .addHelpText(
      'after',
      `
A folder gets catalog.json, content.json and, where there are some, redirects.csv; \`violet import FOLDER\` reads all of
them. A path that ends with / is a folder and made when it is not there. The same shop always gives the same bytes, and
importing them changes nothing.`,
    )
    .action(runExport)
}

async function runExport(path: string | undefined, flags: Flags): Promise<void> {
  const folder = path !== undefined && (await isFolder(path)) ? operatorPath(path) : null
  const report = await withShop(async ({ config, db }) => {
    const picture =
      flags.media === undefined ? null : pictureCopier(config.mediaDir, operatorPath(flags.media))
    const run = async (part: Part, write: ExportOptions['write']): Promise<Record<string, number>> => ({
      ...(await parts[part](db, { write, picture })),
    })
    if (flags.media !== undefined && (flags.what ?? 'catalog') === 'catalog')
      await copyFilms(await filmPaths(db), join(config.mediaDir, 'films'), operatorPath(flags.media))
    const wanted = flags.what === undefined ? (Object.keys(parts) as Part[]) : [flags.what]
    if (folder === null) {
      const part = flags.what ?? 'catalog'
      return path === undefined
        ? run(part, writeOut)
        : toFile(operatorPath(path), part, (write) => run(part, write))
    }
    await mkdir(folder, { recursive: true })
    const reports: Record<string, number>[] = []
    for (const part of wanted)
      // Few shops have any redirects.
      if (part === 'redirects' && flags.what === undefined && (await allRedirects(db)).length === 0)
        await removeList(join(folder, files.redirects))
      else reports.push(await toFile(join(folder, files[part]), part, (write) => run(part, write)))
    return byWord(Object.assign({}, ...reports)) as Record<string, number>
  })
  // The export itself may be on standard output.
  if (!flags.json) say(summary(report))
  else if (path === undefined) say(JSON.stringify(report))
  else await writeOut(`${JSON.stringify(report)}\n`)
}

/** The list of an export before, which an import of the folder would bring back; not one that somebody else wrote. */
async function removeList(file: string): Promise<void> {
  if (!existsSync(file)) return
  const isOwn = /^from,to,status\n/.test(await readFile(file, 'utf8'))
  if (isOwn) await rm(file)
  say(
    isOwn
      ? `${file} is removed: the shop has no redirects`
      : `${file} stays, and no export wrote it: the shop has no redirects`,
  )
}

async function isFolder(path: string): Promise<boolean> {
  if (path.endsWith('/')) return true
  const found = await stat(operatorPath(path)).catch(() => null)
  return found?.isDirectory() ?? false
}

const words: Readonly<Record<string, readonly [one: string, many: string]>> = byWord({
  products: ['product', 'products'],
  categories: ['category', 'categories'],
  tags: ['tag', 'tags'],
  collections: ['collection', 'collections'],
  articles: ['article', 'articles'],
  pages: ['page', 'pages'],
  promotions: ['promotion', 'promotions'],
  coupons: ['coupon', 'coupons'],
  forms: ['inquiry form', 'inquiry forms'],
  reviews: ['review', 'reviews'],
  comments: ['comment', 'comments'],
  redirects: ['redirect', 'redirects'],
})

function summary(report: Record<string, number>): string {
  return Object.entries(words)
    .flatMap(([name, [one, many]]) => {
      const count = own(report, name)
      return count === undefined ? [] : [counted(count, one, many)]
    })
    .join(', ')
}

/** The file appears when it is complete; one that was there before stays until then. */
async function toFile<T>(
  file: string,
  part: Part,
  work: (write: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  await expectRoomFor(file)
  await expectOwnFile(file, begins[part])
  const temporary = join(dirname(file), `.${process.pid}.violet-export`)
  const stream = createWriteStream(temporary, { flags: 'wx' })
  await once(stream, 'open')
  try {
    const value = await work(async (text) => {
      if (!stream.write(text)) await once(stream, 'drain')
    })
    stream.end()
    await once(stream, 'close')
    const handle = await open(temporary)
    await handle.sync()
    await handle.close()
    await rename(temporary, file)
    return value
  } catch (error) {
    stream.destroy()
    await rm(temporary, { force: true })
    throw error
  }
}

/** Copies originals to the paths where an import with `--media` looks for them. */
function pictureCopier(
  mediaDir: string,
  folder: string,
): (picture: { source: string | null; key: string }) => Promise<void> {
  const { store } = openMedia(mediaDir)
  return async (picture) => {
    const original = await store.original(picture.key)
    if (original === null) {
      say(`the picture ${picture.key} is missing in ${mediaDir}`)
      return
    }
    const target = join(folder, ...(await pictureFile(picture, original)).split('/'))
    await mkdir(dirname(target), { recursive: true })
    await copyFile(original, target)
  }
}
