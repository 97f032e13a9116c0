import { expect } from 'vitest'
import { byWord } from '#domain/by-word.ts'
import { checkTheme } from '../check-theme.ts'
import { foreignMark } from './foreign-files.ts'
import { importTheme, type ImportedTheme } from './foreign-theme.ts'

/* Themes of another platform for tests: files by their paths, as they are or as JSON. */

export interface Imported extends ImportedTheme {
  /** What was said of a place. */
  said(file: string, at?: string): string[]
  /** A file of the new theme. */
  read(path: string): unknown
}

/** The theme that comes of files, which has no faults. The settings need not be among them. */
export function importedFrom(given: Readonly<Record<string, unknown>>): Imported {
  const all = byWord<unknown>({ [foreignMark]: { current: {} }, ...given })
  const files = new Map<string, Buffer>(
    Object.entries(all).map(([path, content]) => [
      path,
      Buffer.isBuffer(content)
        ? content
        : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    ]),
  )
  const imported = importTheme(files)!
  expect(checkTheme(imported.files).ok).toBe(true)
  return {
    ...imported,
    said: (file, at = '') =>
      imported.lines
        .filter((line) => line.file === file && line.at === at)
        .map(({ fate, reason }) => `${fate}: ${reason}`),
    read: (path) => JSON.parse(imported.files.get(path)!.toString()),
  }
}
