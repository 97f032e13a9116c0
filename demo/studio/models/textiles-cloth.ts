import { Box3, BufferGeometry, Float32BufferAttribute, Vector2, Vector3, type Object3D } from 'three'
import { fractal, noise, smoothstep } from '../noise.ts'

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

export interface PillowOptions {
  seed?: number
  /** How deep the creases are: 1 is washed linen. */
  crease?: number
  /** 0 stands straight, 1 has sunk into itself. */
  slouch?: number
  segments?: number
}

/** The direction that `across × along` gives for a surface with u to the right and v upwards. */
export const toBack = new Vector3(0, 0, -1)

/** A cushion seen from its face (x/y, thickness along z): sides drawn in, corners out, seams that pucker. */
export function pillow(
  width: number,
  height: number,
  thickness: number,
  { seed = 1, crease = 1, slouch = 0.4, segments = 88 }: PillowOptions = {},
): BufferGeometry {
  const surface: Surface = (u, v) => {
    const [x, y] = [u * 2 - 1, v * 2 - 1]
    const drawn = (a: number): number => 1 - 0.085 * (1 - a * a)
    return new Vector3(
      (x * width * drawn(y)) / 2 + fractal(y * 1.3, x * 0.9, seed) * 0.012,
      (y * height * drawn(x)) / 2 - slouch * 0.05 * height * (1 - x * x) * Math.max(0, 0.3 + 0.7 * y),
      fractal(x * 0.9, y * 0.9, seed + 9) * 0.03 + slouch * thickness * 0.14 * Math.cos(x * 1.5) * -y,
    )
  }
  const body = (u: number, v: number): number => {
    const [x, y] = [Math.abs(u * 2 - 1), Math.abs(v * 2 - 1)]
    const swell = ((1 - x ** 2.4) * (1 - y ** 2.4)) ** 0.6
    return thickness * swell * (1 - slouch * 0.28 * (v - 0.5)) + 0.007
  }
  const relief = (u: number, v: number, side: 1 | -1): number => {
    const [x, y] = [u * 2 - 1, v * 2 - 1]
    const seam = Math.max(Math.abs(x), Math.abs(y))
    const run = Math.abs(x) > Math.abs(y) ? y : x
    const pucker = Math.sin(run * 30 + fractal(run * 3, side, seed) * 9) * Math.exp(-(1 - seam) * 10) * 0.0022
    const radial = cornerCreases(1 - Math.abs(x), 1 - Math.abs(y), seed + Math.sign(x) * 3 + Math.sign(y) * 7)
    const long =
      fractal(x * 1.2 + side * 3, y * 1.2, seed + 4, 2) * 0.02 +
      fractal(x * 3.4 + side, y * 2.6, seed + 7, 2) * 0.0045
    return crease * (pucker + radial + long)
  }
  return slab(surface, {
    thickness: body,
    size: [width, height],
    segments: [segments, segments],
    rim: 0.005,
    relief,
    outward: toBack,
  })
}

/** Three creases that run from a corner inwards, each a valley between two low ridges; x and y from the corner. */
function cornerCreases(x: number, y: number, seed: number): number {
  let height = 0
  for (let i = 0; i < 3; i++) {
    const angle = 0.42 + i * 0.37 + noise(seed * 1.7, i * 2.3) * 0.16
    const [along, off] = [
      x * Math.cos(angle) + y * Math.sin(angle),
      y * Math.cos(angle) - x * Math.sin(angle),
    ]
    const bent = off + 0.1 * along * along * noise(seed, i * 5.1)
    const width = 0.05 + 0.055 * along
    const reach =
      smoothstep(0.06, 0.22, along) * (1 - smoothstep(0.38, 0.95 + 0.3 * noise(i * 3.3, seed), along))
    const across = (bent / width) ** 2
    height -= 0.0042 * reach * (1 - 1.1 * across) * Math.exp(-across)
  }
  return height
}

export interface PlumpOptions extends PillowOptions {
  /** Radius of the edge. */
  round?: number
  /** How much higher the middle is, as a share of the height. */
  crown?: number
  /** Of the edge: 2 is a half circle. */
  squareness?: number
  /** Own dents or swellings, outward, over u and v. */
  dents?: (u: number, v: number, side: 1 | -1) => number
}

/** A box cushion or mattress: x/z as its face, height along y, standing on y = 0. */
export function plump(
  width: number,
  height: number,
  depth: number,
  options: PlumpOptions = {},
): BufferGeometry {
  const {
    seed = 1,
    crease = 1,
    round = height * 0.42,
    crown = 0.16,
    squareness = 2.6,
    segments = 44,
  } = options
  const surface: Surface = (u, v) => {
    const [x, z] = [u * 2 - 1, v * 2 - 1]
    const [px, pz] = plumpOutline(x, z)
    return new Vector3((px * width) / 2, height / 2, (pz * depth) / 2)
  }
  const body = (u: number, v: number): number => {
    const [x, z] = [u * 2 - 1, v * 2 - 1]
    return height * (1 - crown * 0.5 + crown * (1 - x ** 4) * (1 - z ** 4))
  }
  const relief = (u: number, v: number, side: 1 | -1): number => {
    const [x, z] = [u * width, v * depth]
    const soft = fractal(x * 3.2, z * 3.2, seed + side, 3) * 0.012
    return crease * soft + (options.dents?.(u, v, side) ?? 0)
  }
  return slab(surface, {
    thickness: body,
    size: [width, depth],
    segments: [segments, Math.max(16, Math.round((segments * depth) / width))],
    rim: round,
    squareness,
    relief,
  })
}

/** The points of a seam round such a cushion, `out` metres outside its edge, at one height. */
export function plumpSeam(
  width: number,
  depth: number,
  level: number,
  out: number,
): [number, number, number][] {
  const steps = 18
  return Array.from({ length: steps * 4 }, (_, i) => {
    const t = ((i % steps) / steps) * 2 - 1
    const [x, z] = (
      [
        [t, 1],
        [1, -t],
        [-t, -1],
        [-1, t],
      ] as const
    )[Math.floor(i / steps)] ?? [0, 0]
    const [px, pz] = plumpOutline(x, z)
    return [px * (width / 2 + out), level, pz * (depth / 2 + out)]
  })
}

/** A square of -1 to 1 with its corners rounded and its sides a little swollen. */
function plumpOutline(x: number, z: number): [number, number] {
  const corner = 1 - 0.045 * (x * z) ** 6
  const belly = (a: number): number => 1 + 0.012 * (1 - a * a)
  return [x * corner * belly(z), z * corner * belly(x)]
}

/** Sets a thing down: its lowest point comes to y = 0. */
export function grounded<T extends Object3D>(object: T): T {
  object.updateMatrixWorld(true)
  object.position.y -= new Box3().setFromObject(object, true).min.y
  return object
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
