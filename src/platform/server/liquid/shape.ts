/* The shapes of the objects that templates may name, for checks before there is any data. */

export type Shape =
  | { kind: 'text' | 'number' | 'flag' | 'html' | 'any' }
  /** A text in ISO 8601. */
  | { kind: 'moment' }
  /** Or nothing. */
  | { kind: 'maybe'; of: Shape }
  /** @property usual how many there are on a full page */
  | { kind: 'list'; of: Shape; usual: number }
  /** @property whereToAdd the file in which the merchant says the members, where these are the merchant's */
  | { kind: 'object'; members: Readonly<Record<string, Shape>>; whereToAdd?: string }

export type Shapes = Readonly<Record<string, Shape>>

export const anything: Shape = { kind: 'any' }

/** A shape with the members of both; a member with two different shapes may be anything. */
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
