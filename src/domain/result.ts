/** The outcome of something that may be refused. Refusals are data; surprises are thrown. */
export type Result<T, P> = Ok<T> | No<P>

export interface Ok<T> {
  readonly ok: true
  readonly value: T
}

export interface No<P> {
  readonly ok: false
  readonly problem: P
}

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value }
}

export function no<const P>(problem: P): No<P> {
  return { ok: false, problem }
}
