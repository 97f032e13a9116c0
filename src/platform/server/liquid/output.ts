import type { Emitter, Token } from 'liquidjs'
import type { Budget } from './budget.ts'
import { LimitReached } from './budget.ts'
import { limits } from './limits.ts'

/** What a template has written so far, and which of its tokens wrote what. */
export class Output implements Emitter {
  buffer = ''
  readonly #budget: Budget
  /** From here on what each of `#tokens` wrote. */
  readonly #starts: number[] = []
  readonly #tokens: Token[] = []

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** What is written next is this token's. */
  at(token: Token): void {
    const last = this.#starts.length - 1
    if (last >= 0 && this.#starts[last] === this.buffer.length) {
      this.#tokens[last] = token
      return
    }
    this.#starts.push(this.buffer.length)
    this.#tokens.push(token)
  }

  write(html: unknown): void {
    // The library's own tags write numbers, too: `{% increment %}`.
    const text = typeof html === 'string' ? html : typeof html === 'number' ? String(html) : ''
    if (text === '') return
    this.#budget.use(text.length)
    this.buffer += text
    if (this.buffer.length > limits.output)
      throw new LimitReached(`it writes more than ${limits.output} characters`)
  }

  /** Which token wrote what stands at an index, and so many characters after its beginning. */
  whose(index: number): { token: Token; after: number } | null {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= index) low = middle
      else high = middle - 1
    }
    const token = this.#tokens[low]
    return token === undefined ? null : { token, after: index - this.#starts[low]! }
  }
}
