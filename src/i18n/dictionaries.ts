import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { hasTexts, type TextLocale } from './locales.ts'
import { createWords, type Words } from './words.ts'

/** All messages of one file: key → ICU message. */
export type MessageFile = Readonly<Record<string, string>>

/** The messages as they are written, by language. */
type WrittenTexts = Readonly<Partial<Record<TextLocale, MessageFile>>>

/** The program's own texts, as a shop starts from them. */
export interface ProgramTexts {
  written: WrittenTexts
  compiled: ReturnType<typeof compiledTexts>
  /** For a shop that has changed nothing. */
  words: Words
}

export function programTexts(files: Readonly<Record<string, MessageFile>>): ProgramTexts {
  const written = writtenTexts(files)
  const compiled = compiledTexts(written)
  return { written, compiled, words: createWords(compiled) }
}

/**
 * The messages of all files, by language.
 * @param files path → messages; the file name is the language
 */
function writtenTexts(files: Readonly<Record<string, MessageFile>>): WrittenTexts {
  const written: Partial<Record<TextLocale, Record<string, string>>> = {}
  for (const [path, messages] of Object.entries(files)) {
    const language = /([^/]+)\.json$/.exec(path)?.[1] ?? ''
    if (!hasTexts(language)) throw new Error(`${path}: ${language} is not in textLocales of i18n/locales.ts`)
    Object.assign((written[language] ??= {}), messages)
  }
  return written
}

/** Compiles all messages once. Server only: the compiler does not belong in the browser. */
function compiledTexts(written: WrittenTexts): Partial<Record<TextLocale, Record<string, CompiledMessage>>> {
  return Object.fromEntries(
    Object.entries(written).map(([language, messages]) => [language, compileAll(messages)]),
  )
}

function compileAll(messages: MessageFile): Record<string, CompiledMessage> {
  return Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, compile(message)]))
}
