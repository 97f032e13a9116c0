import type { Format } from '../formats/format.ts'
import type { Kind, Refusal } from '../formats/reading.ts'

export interface Counts {
  added: number
  changed: number
  same: number
  refused: number
}

/** Why something of a file did not go in. */
export interface ImportProblem {
  file: string
  line: number
  /** The entry's name in the file; null if the file itself is at fault. */
  entry: string | null
  reason: string
}

/** The report of an import, or of a dry run. */
export interface ImportReport {
  formats: Format[]
  products: Counts
  skus: { added: number; changed: number; retired: number }
  categories: Counts
  tags: Counts
  collections: Counts
  /** `fetched`: now real; `failed`: could not be had; `waiting`: not tried. In both places a tile stands for now. */
  pictures: { fetched: number; failed: number; waiting: number }
  problems: ImportProblem[]
  /** The number of problems beyond those listed. */
  moreProblems: number
  notes: { note: string; count: number }[]
  /** False if everything was rolled back: a dry run, or a strict one with problems. */
  applied: boolean
  ms: number
}

const mostProblems = 1_000
const mostNotes = 100

export interface Tally {
  report: ImportReport
  refuse(file: string, refusal: Refusal): void
  note(note: string): void
  hasProblems(): boolean
}

export function startTally(formats: Format[]): Tally {
  const counts = (): Counts => ({ added: 0, changed: 0, same: 0, refused: 0 })
  const report: ImportReport = {
    formats,
    products: counts(),
    skus: { added: 0, changed: 0, retired: 0 },
    categories: counts(),
    tags: counts(),
    collections: counts(),
    pictures: { fetched: 0, failed: 0, waiting: 0 },
    problems: [],
    moreProblems: 0,
    notes: [],
    applied: true,
    ms: 0,
  }
  return {
    report,
    refuse: (file, { kind, name, reasons }) => {
      if (kind !== null) countsOf(report, kind).refused++
      for (const { line, reason } of reasons) {
        if (report.problems.length < mostProblems) report.problems.push({ file, line, entry: name, reason })
        else report.moreProblems++
      }
    },
    note: (note) => {
      const known = report.notes.find((candidate) => candidate.note === note)
      if (known !== undefined) known.count++
      else if (report.notes.length < mostNotes) report.notes.push({ note, count: 1 })
    },
    hasProblems: () => report.problems.length > 0,
  }
}

export function countsOf(report: ImportReport, kind: Kind): Counts {
  return {
    product: report.products,
    category: report.categories,
    tag: report.tags,
    collection: report.collections,
  }[kind]
}
