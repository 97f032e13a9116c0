/*
 * What time it is at the shop. A visitor's own clock may be days off, and a cached page does not know how old it is.
 */

let asked: Promise<number> | null = null

/** Milliseconds to add to the visitor's clock; 0 when the shop cannot be asked. Asked once for a document. */
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

/** The header counts whole seconds: on the average its moment lies half a second after what it says. */
export function offsetFrom(header: string | null, before: number, after: number): number {
  const said = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(said)) return 0
  const offset = said + 500 - (before + after) / 2
  // Within what a second and the way there can explain, the visitor's clock is right.
  return Math.abs(offset) <= 1000 + (after - before) / 2 ? 0 : offset
}
