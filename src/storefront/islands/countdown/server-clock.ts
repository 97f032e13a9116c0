/*
 * The shop's clock. A visitor's own clock may be days off, and a cached page does not know its age.
 */

let asked: Promise<number> | null = null

/** Milliseconds to add to the visitor's clock; 0 if the shop cannot be reached. Requested once per document. */
export function serverOffset(): Promise<number> {
  asked ??= ask().catch(() => 0)
  return asked
}

async function ask(): Promise<number> {
  const before = Date.now()
  const response = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })
  const after = Date.now()
  return offsetFrom(response.headers.get('date'), before, after)
}

/** The header counts whole seconds: on average the moment is half a second later. */
export function offsetFrom(header: string | null, before: number, after: number): number {
  const said = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(said)) return 0
  const offset = said + 500 - (before + after) / 2
  // Differences within a second and the latency: the visitor's clock is right.
  return Math.abs(offset) <= 1000 + (after - before) / 2 ? 0 : offset
}
