import type { Format } from '../formats/format.ts'
import type { Kind, Refusal } from '../formats/reading.ts'
import type { Lost } from '../merge/losses.ts'

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
  /** As `products[17]`: the entry's place in a file whose lines do not tell it, since it is a single one. */
  place?: string
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
  /** Pictures that other entries of the shop still wait for; they were not tried. */
  picturesElsewhere: number
  /** What entries of the shop lost, or would lose if the import were applied. */
  losses: LossCount[]
  /** Entries that were refused only because they would lose something. */
  heldBack: number
  problems: ImportProblem[]
  /** The number of problems beyond those listed. */
  moreProblems: number
  notes: { note: string; count: number }[]
  /** False if everything was rolled back: a dry run, or a strict one with problems. */
  applied: boolean
  ms: number
}

/** The same kind of loss in all entries. */
export interface LossCount {
  /** The entries were refused, since nobody has agreed to the loss. */
  held: boolean
  /** "description in en", "SKU", "picture" */
  what: string
  count: number
  entries: number
  /** The first of them. */
  examples: string[]
}

const mostExamples = 3
const mostLosses = 200
const mostProblems = 1_000
const mostNotes = 100

export interface Tally {
  report: ImportReport
  /** An entry whose line tells nothing, for its refusal later on. */
  place(file: string, kind: Kind, name: string, place: string): void
  refuse(file: string, refusal: Refusal): void
  note(note: string, count?: number): void
  lose(losses: readonly Lost[]): void
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
    picturesElsewhere: 0,
    losses: [],
    heldBack: 0,
    problems: [],
    moreProblems: 0,
    notes: [],
    applied: true,
    ms: 0,
  }
  const places = new Map<string, string>()
  return {
    report,
    place: (file, kind, name, place) => void places.set(`${file} ${kind} ${name}`, place),
    refuse: (file, { kind, name, reasons, wouldLose, place = places.get(`${file} ${kind} ${name}`) }) => {
      if (wouldLose !== undefined) {
        report.heldBack++
        addLosses(report.losses, { entry: name ?? '', losses: wouldLose }, true)
      }
      if (kind !== null) countsOf(report, kind).refused++
      for (const { line, reason } of reasons) {
        if (report.problems.length >= mostProblems) report.moreProblems++
        else report.problems.push({ file, line, ...(place && { place }), entry: name, reason })
      }
    },
    note: (note, count = 1) => {
      const known = report.notes.find((candidate) => candidate.note === note)
      if (known !== undefined) known.count += count
      else if (report.notes.length < mostNotes) report.notes.push({ note, count })
    },
    lose: (lost) => {
      for (const one of lost) addLosses(report.losses, one, false)
    },
    hasProblems: () => report.problems.length > 0,
  }
}

function addLosses(counts: LossCount[], { entry, losses }: Lost, held: boolean): void {
  for (const [what, same] of Map.groupBy(losses, (loss) => loss.what)) {
    const count = same.reduce((sum, loss) => sum + loss.count, 0)
    const known = counts.find((candidate) => candidate.what === what && candidate.held === held)
    if (known !== undefined) {
      known.count += count
      known.entries++
      if (known.examples.length < mostExamples) known.examples.push(entry)
    } else if (counts.length < mostLosses) counts.push({ held, what, count, entries: 1, examples: [entry] })
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
