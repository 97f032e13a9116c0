import type { z } from 'zod'
import type { Result } from '#domain/result.ts'
import type { Problem as ProblemOf, ProblemName } from './problems.ts'

/**
 * One call of `/api/web`: the single value that the server serves, the browser calls,
 * the tests use and the API document is made from.
 */
export interface Endpoint<
  Path extends string = string,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  P extends ProblemName = ProblemName,
> {
  /** `/<area>/<verbNoun>`, below `/api/web`. */
  path: Path
  summary: string
  input: I
  output: O
  problems: readonly P[]
  /** A call that writes takes an `idempotency-key`. */
  writes: boolean
  /**
   * It ends in no one transaction that its answer could be stored with, or answers with secrets, and makes sure by
   * itself that twice is once: its answer is stored after it, sealed.
   */
  isOnce: boolean
  /**
   * `customer`: a guest is refused before the action, and sent to sign in. `nothing`: answered to a browser whose
   * session is over, too, which every other call tells so.
   */
  needs: 'customer' | 'nothing' | null
  /** Field → message key of its label, where a missing field is named: "{label} is required". */
  labels: Readonly<Record<string, string>>
}

export function endpoint<
  const Path extends string,
  I extends z.ZodType,
  O extends z.ZodType,
  const P extends ProblemName = never,
>(definition: {
  path: Path
  summary: string
  input: I
  output: O
  problems?: readonly P[]
  writes?: boolean
  isOnce?: boolean
  needs?: 'customer' | 'nothing' | null
  labels?: Readonly<Record<string, string>>
}): Endpoint<Path, I, O, P> {
  return { problems: [], writes: false, isOnce: false, needs: null, labels: {}, ...definition }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the one place that stands for every endpoint
export type AnyEndpoint = Endpoint<string, any, any, any>

export type Input<E extends AnyEndpoint> = z.output<E['input']>
/** The input as the caller writes it: before defaults are filled in. */
export type CallInput<E extends AnyEndpoint> = z.input<E['input']>
export type Output<E extends AnyEndpoint> = z.output<E['output']>
export type Problem<E extends AnyEndpoint> = ProblemOf<E['problems'][number]>
/** The return type of an action: what its contract shows, or one of the problems that it lists. */
export type Answer<E extends AnyEndpoint> = Promise<Result<Output<E>, Problem<E>>>
