import { Box3, Vector3, type BufferGeometry, type Object3D } from 'three'
import { fractal, noise, smoothstep } from '../noise.ts'
import { slab, type Surface } from './textiles-cloth.ts'

/* Cushions, mattresses and what else is filled. Metres. */

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
