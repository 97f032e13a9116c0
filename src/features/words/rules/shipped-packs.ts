import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { MessageFile } from '#i18n/dictionaries.ts'
import { isLocale, type Locale } from '#i18n/locales.ts'

/** The language packs that come with the program, next to the build: a file `<language>.json` each. */
const folder = 'words'

/** The languages of the packs, in the order of the alphabet. */
export async function shippedPacks(): Promise<Locale[]> {
  const files = await readdir(folder).catch(() => [])
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .filter(isLocale)
    .sort()
}

const read = new Map<Locale, Promise<MessageFile | null>>()

/** A pack, read once; null for none. Its texts were checked when the program was built. */
export function shippedPack(language: Locale): Promise<MessageFile | null> {
  const found = read.get(language) ?? readPack(language)
  read.set(language, found)
  return found
}

async function readPack(language: Locale): Promise<MessageFile | null> {
  const text = await readFile(join(folder, `${language}.json`), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as MessageFile)
}
