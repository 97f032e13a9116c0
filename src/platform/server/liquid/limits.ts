/*
 * What a template may use: `docs/themes.md` names these. A thread that is out of memory is ended by V8 at the next step
 * of JavaScript; a single step that takes more than 16 MB by then ends the whole program. So whatever one step reads or
 * makes is bounded here: the data, a file, a text, a list.
 */
export const limits = {
  /** Tags, outputs and filters that run in one rendering. */
  nodes: 50_000,
  /** Characters and entries that one step makes. */
  unitsAtOnce: 262_144,
  /** The same, of a whole rendering. */
  units: 4_000_000,
  /** Entries of lists count more: each may be evaluated. */
  unitsOfEntry: 8,
  /** Characters of HTML. */
  output: 1_000_000,
  /** Files that stand in one another. */
  depth: 8,
  /** `{% island %}`, `{% price %}` and the others of one rendering. */
  parts: 500,
  /** `{% section %}` of one page: as many as a template in JSON may place. */
  sections: 25,
  /** Characters of what one of them is given, and of all of them. */
  partSize: 16_384,
  partsSize: 1_000_000,
  /** Characters of a file. */
  source: 262_144,
  /** Tags, outputs and texts of a file. */
  tokens: 20_000,
  /** Characters of all files of a theme, and how many there are. */
  theme: 2_000_000,
  files: 2_000,
  /** Characters of the page's data as JSON. */
  data: 600_000,
} as const
