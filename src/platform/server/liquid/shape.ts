/* What kind of data an object is that templates may name: for who checks them before there is any. */

export type Shape =
  | { kind: 'text' | 'number' | 'flag' | 'html' | 'any' }
  /** A text in ISO 8601. */
  | { kind: 'moment' }
  /** Or nothing. */
  | { kind: 'maybe'; of: Shape }
  /** @property usual how many there are on a full page */
  | { kind: 'list'; of: Shape; usual: number }
  | { kind: 'object'; members: Readonly<Record<string, Shape>> }

export type Shapes = Readonly<Record<string, Shape>>

export const anything: Shape = { kind: 'any' }

/** What has the members of both; where they say different things of one, nothing is known of it. */
function merged(one: Shape, other: Shape): Shape {
  if (one === other) return one
  if (one.kind === 'object' && other.kind === 'object')
    return { kind: 'object', members: mergedAll([one.members, other.members]) }
  if (one.kind === 'list' && other.kind === 'list')
    return { kind: 'list', of: merged(one.of, other.of), usual: Math.max(one.usual, other.usual) }
  if (one.kind === 'maybe' && other.kind === 'maybe') return { kind: 'maybe', of: merged(one.of, other.of) }
  return one.kind === other.kind ? one : anything
}

export function mergedAll(all: readonly Shapes[]): Shapes {
  const made: Record<string, Shape> = Object.create(null)
  for (const shapes of all)
    for (const [name, shape] of Object.entries(shapes))
      made[name] = made[name] === undefined ? shape : merged(made[name], shape)
  return made
}
