import type { Row } from './figures.ts'
import type { Shops } from './shop.ts'

/** One thing that is measured: a section of the report. */
export interface Measure {
  name: string
  title: string
  /** How, in words: stands above the table. */
  method: string
  /** The processes are wherever the system puts them, not each on a core of its own. */
  isUnbound?: true
  run(bench: Bench): Promise<Row[]>
}

export interface Bench {
  shops: Shops
  /** Each figure is the median of so many rounds. */
  rounds: number
  /** Progress. */
  say(line: string): void
}
