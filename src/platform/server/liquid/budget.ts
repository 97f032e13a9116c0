import { limits } from './limits.ts'

/** A template asked for more than it may have. */
export class LimitReached extends Error {
  override name = 'LimitReached'
}

/**
 * What one rendering may use. Work is counted in nodes and in characters, never in milliseconds: an honest template
 * passes on a busy machine, too. It has the shape of the library's own limiters, whose place it takes.
 */
export class Budget {
  /** For the library, which reads neither. */
  readonly message = ''
  readonly base = 0
  #nodes = 0
  #units = 0
  #depth = 0

  /** Of memory: a character or an entry each. */
  use(count: number): void {
    if (!(count > 0)) return
    if (count > limits.unitsAtOnce) throw new LimitReached(tooMuchAtOnce)
    this.#units += count
    if (this.#units > limits.units) throw new LimitReached(tooMuch)
  }

  /** The library's limit of time, which is not asked. */
  check(_count: number): void {}

  /** A tag, an output or a filter is about to run. */
  node(): void {
    this.#nodes += 1
    if (this.#nodes > limits.nodes)
      throw new LimitReached(
        `it does more than ${limits.nodes} steps: a loop runs too often, or loops stand in one another`,
      )
  }

  /** A file is rendered within another. */
  enter(): void {
    this.#depth += 1
    if (this.#depth > limits.depth)
      throw new LimitReached(
        `snippets and blocks stand in one another more than ${limits.depth} deep: one may render itself`,
      )
  }

  leave(): void {
    this.#depth -= 1
  }
}

const tooMuchAtOnce = `it makes a text or a list of more than ${limits.unitsAtOnce} characters or entries at once`
const tooMuch = `it makes texts and lists of more than ${limits.units} characters and entries in all`
