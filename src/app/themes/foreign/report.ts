/*
 * What became of each thing in a theme that was written for another platform. Nothing is dropped without a line.
 */

/** `changed`: taken, and not as it was. */
export type Fate = 'taken' | 'changed' | 'left'

export interface ImportLine {
  /** Of the theme that was read. */
  file: string
  /** Within the file, such as `sections.banner.settings.heading`; `` for all of it. */
  at: string
  fate: Fate
  /** Why it was left or changed, and what to do; for what was taken, where it is. */
  reason: string
}

export interface ImportReport {
  lines: readonly ImportLine[]
  taken(file: string, at: string, where: string): void
  changed(file: string, at: string, reason: string): void
  left(file: string, at: string, reason: string): void
}

export function openReport(): ImportReport {
  const lines: ImportLine[] = []
  const add =
    (fate: Fate) =>
    (file: string, at: string, reason: string): void =>
      void lines.push({ file, at, fate, reason })
  return { lines, taken: add('taken'), changed: add('changed'), left: add('left') }
}
