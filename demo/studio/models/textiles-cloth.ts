import { BufferGeometry, Float32BufferAttribute, Vector2, Vector3 } from 'three'
import { fractal } from '../noise.ts'

/* Bodies of cloth, ply and paper: a middle surface that is given thickness. Metres throughout. */

/** A middle surface: u runs along the length, v across it, both 0 to 1. */
export type Surface = (u: number, v: number) => Vector3

export interface SlabOptions {
  thickness: number | ((u: number, v: number) => number)
  /** Length along u and across v: for texture coordinates and for the rim. */
  size: readonly [number, number]
  segments: readonly [number, number]
  /** How far from the edge the rounding starts; half of the thickness when it is left out. */
  rim?: number
  /** 2 is a half circle; more makes a boxier edge. */
  squareness?: number
  /** Outward on each side of its own: creases and puckers. */
  relief?: (u: number, v: number, side: 1 | -1) => number
  /** Where the thickness goes, for a thick body around an uneven middle; the surface's own normal without it. */
  outward?: Vector3
}

/** A closed body around a middle surface: cloth, cushion, bent plywood, stack of paper. */
export function slab(surface: Surface, options: SlabOptions): BufferGeometry {
  const { size, squareness = 2, thickness } = options
  const thick = typeof thickness === 'number' ? () => thickness : thickness
  const rim = options.rim ?? thick(0.5, 0.5) / 2
  const us = samples(options.segments[0], rim / size[0])
  const vs = samples(options.segments[1], rim / size[1])
  const count = us.length * vs.length
  const position = new Float32Array(count * 6)
  const uv = new Float32Array(count * 4)
  for (const [i, u] of us.entries()) {
    for (const [j, v] of vs.entries()) {
      const place = surface(u, v)
      const normal = options.outward ?? normalOf(surface, u, v)
      const half = (thick(u, v) / 2) * edge(u, rim / size[0], squareness) * edge(v, rim / size[1], squareness)
      for (const side of [1, -1] as const) {
        const index = i * vs.length + j + (side === 1 ? 0 : count)
        const out = half + (options.relief?.(u, v, side) ?? 0) * edge(u, 0.05, 2) * edge(v, 0.05, 2)
        place
          .clone()
          .addScaledVector(normal, side * out)
          .toArray(position, index * 3)
        uv[index * 2] = u * size[0]
        uv[index * 2 + 1] = v * size[1]
      }
    }
  }
  return closed(position, uv, us.length, vs.length)
}

/** A path in the x/y plane that is given width along z: the middle surface of a folded or bent sheet. */
export function swept(
  way: FlatPath,
  width: number,
  move?: (point: Vector3, u: number, v: number) => void,
): Surface {
  return (u, v) => {
    const flat = way.at(u)
    const point = new Vector3(flat.x, flat.y, (v - 0.5) * width)
    move?.(point, u, v)
    return point
  }
}

/** Straight on for so many metres, or around an arc: radius in metres, angle in degrees, to the left is positive. */
export type Step = readonly ['go', number] | readonly ['turn', number, number]

export interface FlatPath {
  length: number
  /** The point at a share (0 to 1) of the length. */
  at: (share: number) => Vector2
}

/** A flat path made of lines and arcs: where folds, hems and bends come from. `heading` in degrees. */
export function pathOf(start: readonly [number, number], heading: number, steps: readonly Step[]): FlatPath {
  const legs: { from: number; x: number; y: number; heading: number; step: Step }[] = []
  let [x, y] = start
  let direction = (heading * Math.PI) / 180
  let length = 0
  for (const step of steps) {
    const own = step[0] === 'go' ? step[1] : (step[1] * Math.abs(step[2]) * Math.PI) / 180
    legs.push({ from: length, x, y, heading: direction, step })
    const end = along(x, y, direction, step, own)
    x = end.x
    y = end.y
    if (step[0] === 'turn') direction += (step[2] * Math.PI) / 180
    length += own
  }
  return {
    length,
    at: (share) => {
      const distance = share * length
      const leg = legs.findLast((one) => one.from <= distance) ?? legs[0]
      return leg === undefined
        ? new Vector2()
        : along(leg.x, leg.y, leg.heading, leg.step, distance - leg.from)
    },
  }
}

/** A path to and fro: `layers` of the given length, `pitch` apart, each fold a little off as hands do it. */
export function folds(
  length: number,
  pitch: number,
  layers: number,
  { wander = 0, seed = 0, last = 1 } = {},
): Step[] {
  const steps: Step[] = []
  for (let layer = 0; layer < layers; layer++) {
    const share = layer === layers - 1 ? last : 1
    steps.push(['go', length * share + fractal(layer * 3.7, seed) * wander])
    if (layer < layers - 1) steps.push(['turn', pitch / 2, layer % 2 === 0 ? 180 : -180])
  }
  return steps
}

function samples(segments: number, rim: number): number[] {
  const margin = Math.min(rim, 0.49)
  const steps = margin < 0.012 ? 3 : margin < 0.04 ? 5 : 7
  const near = Array.from(
    { length: steps },
    (_, i) => margin * (1 - Math.cos((i / steps) * (Math.PI / 2))) ** 1.35,
  )
  const middle = Array.from({ length: segments + 1 }, (_, i) => margin + (i / segments) * (1 - 2 * margin))
  return [...near, ...middle, ...near.toReversed().map((value) => 1 - value)]
}

/** 0 at an edge (0 or 1), 1 from `rim` inwards, on a super-ellipse. */
function edge(place: number, rim: number, power: number): number {
  const near = Math.min(place, 1 - place)
  return near >= rim ? 1 : Math.max(0, 1 - (1 - near / rim) ** power) ** (1 / power)
}

function normalOf(surface: Surface, u: number, v: number): Vector3 {
  const step = 2e-4
  const [u0, u1] = [Math.max(0, u - step), Math.min(1, u + step)]
  const [v0, v1] = [Math.max(0, v - step), Math.min(1, v + step)]
  const lengthwise = surface(u1, v).sub(surface(u0, v))
  const across = surface(u, v1).sub(surface(u, v0))
  return across.cross(lengthwise).normalize()
}

/** Two sheets that share their rim. */
function closed(position: Float32Array, uv: Float32Array, rows: number, columns: number): BufferGeometry {
  const count = rows * columns
  const under = (i: number, j: number): number =>
    i * columns + j + (i === 0 || j === 0 || i === rows - 1 || j === columns - 1 ? 0 : count)
  const index: number[] = []
  for (let i = 0; i < rows - 1; i++)
    for (let j = 0; j < columns - 1; j++) {
      const [a, b, c, d] = [
        i * columns + j,
        (i + 1) * columns + j,
        (i + 1) * columns + j + 1,
        i * columns + j + 1,
      ]
      index.push(a, d, b, b, d, c)
      index.push(under(i, j), under(i + 1, j), under(i, j + 1))
      index.push(under(i + 1, j), under(i + 1, j + 1), under(i, j + 1))
    }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(position, 3))
  geometry.setAttribute('uv', new Float32BufferAttribute(uv, 2))
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  return geometry
}

function along(x: number, y: number, heading: number, step: Step, distance: number): Vector2 {
  if (step[0] === 'go') return new Vector2(x + Math.cos(heading) * distance, y + Math.sin(heading) * distance)
  const side = Math.sign(step[2])
  const [cx, cy] = [x - Math.sin(heading) * step[1] * side, y + Math.cos(heading) * step[1] * side]
  const angle = heading - (side * Math.PI) / 2 + (side * distance) / step[1]
  return new Vector2(cx + Math.cos(angle) * step[1], cy + Math.sin(angle) * step[1])
}
