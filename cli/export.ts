import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { exportCatalog, pictureFile } from '#features/catalog/actions/export.ts'
import { openMedia } from '#features/media/actions/open-media.ts'
import { operatorPath, withShop } from './shop.ts'
import { counted, say, writeOut } from './terminal.ts'

export function addExport(program: Command): void {
  program
    .command('export')
    .description("write the catalogue in Violet's own format")
    .argument('[file]', 'where to; standard output when not given')
    .option('--media <folder>', 'copy the pictures into this folder, for `violet import --media`')
    .option('--json', 'print what was written as JSON', false)
    .addHelpText(
      'after',
      '\nThe same catalogue always gives the same bytes, and importing them changes nothing.',
    )
    .action(runExport)
}

async function runExport(file: string | undefined, flags: { media?: string; json: boolean }): Promise<void> {
  const report = await withShop(async ({ config, db }) => {
    const copy = flags.media === undefined ? null : pictureCopier(config.mediaDir, operatorPath(flags.media))
    if (file === undefined) return exportCatalog(db, { write: writeOut, picture: copy })
    return toFile(operatorPath(file), (write) => exportCatalog(db, { write, picture: copy }))
  })
  const summary = `${counted(report.products, 'product')}, ${counted(report.categories, 'category', 'categories')}, ${counted(report.tags, 'tag')}, ${counted(report.collections, 'collection')}`
  // The catalogue itself may be on standard output.
  if (!flags.json) say(summary)
  else if (file === undefined) say(JSON.stringify(report))
  else await writeOut(`${JSON.stringify(report)}\n`)
}

/** The file appears when it is complete; one that was there before stays until then. */
async function toFile<T>(
  file: string,
  work: (write: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
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

/** Copies originals to where an import with `--media` looks for them. */
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
