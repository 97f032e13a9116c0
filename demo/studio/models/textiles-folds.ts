import { BufferGeometry, Float32BufferAttribute, Vector3, type Object3D } from 'three'
import { linen, waffle, wool, cotton } from '../cloths.ts'
import { shiftHex } from '../color.ts'
import { paint } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { fractal, noise } from '../noise.ts'
import { at, group, mesh, turned, unframed, type Point } from '../shapes.ts'
import { folds, pathOf, slab, swept, type FlatPath, type Step } from './textiles-cloth.ts'
import { toBack } from './textiles-stuffed.ts'
import { tube } from '../tubes.ts'

/** Two-ply strands: from a point on the edge of a cloth they fall or lie as `path` says (0 to 1 along a strand). */
export function fringe(
  roots: readonly Point[],
  strand: (root: Point, t: number, index: number) => Point,
  radius: number,
  color: string,
): Object3D {
  const positions: number[] = []
  const indices: number[] = []
  const rings = 7
  for (const [index, root] of roots.entries()) {
    const first = positions.length / 3
    for (let k = 0; k <= rings; k++) {
      const t = k / rings
      const [x, y, z] = strand(root, t, index)
      const own = radius * (k === rings - 1 ? 1.5 : k === rings ? 0.7 : 1) * (1 - 0.15 * Math.sin(t * 22))
      for (let j = 0; j < 6; j++) {
        const angle = (j / 6) * Math.PI * 2
        positions.push(x + Math.cos(angle) * own, y, z + Math.sin(angle) * own)
      }
    }
    for (let k = 0; k < rings; k++)
      for (let j = 0; j < 6; j++) {
        const [a, b] = [first + k * 6 + j, first + k * 6 + ((j + 1) % 6)]
        indices.push(a, a + 6, b, b, a + 6, b + 6)
      }
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setAttribute('uv', new Float32BufferAttribute(new Float32Array((positions.length / 3) * 2), 2))
  geometry.setIndex(indices)
  geometry.computeVertexNormals()
  const material = paint(color, 0)
  material.side = 2
  return mesh(geometry, material)
}

interface Fold {
  length: number
  width: number
  layers: number
  pitch: number
  seed: number
  /** How far the layers stray and the cloth sags. */
  ease?: number
  /** How far the last layer hangs down over the front. */
  over?: number
}

interface Folded {
  geometry: BufferGeometry
  way: FlatPath
  height: number
  /** The point of the middle surface at (u, v). */
  place: (u: number, v: number) => Vector3
}

/** A cloth folded to and fro along x, its front fold at +x; layers of about one pitch. */
function fold({ length, width, layers, pitch, seed, ease = 1, over = 0 }: Fold): Folded {
  const steps: Step[] = folds(length, pitch, layers, {
    wander: 0.016 * ease,
    seed,
    last: over > 0 ? 1.045 : 1,
  })
  if (over > 0) steps.push(['turn', pitch * 0.9, -88], ['go', over])
  const way = pathOf([-length / 2, pitch / 2], 0, steps)
  const height = layers * pitch
  const surfaceOf = swept(way, width, (point, u, v) => {
    const up = point.y / height
    const layer = Math.floor(u * layers)
    const sag =
      fractal(point.x * 3.2 + seed, point.z * 3.2, seed) * 0.014 +
      fractal(point.x * 8, point.z * 8, seed + up) * 0.004
    point.y +=
      up * ease * sag - up * ease * 0.1 * height * ((point.x / length) ** 4 * 2 + ((v - 0.5) * 2) ** 6 * 0.4)
    point.z += ease * (noise(layer * 1.7, seed) * 0.006 + fractal(point.x * 4, up * 6, seed + 2) * 0.008)
    point.x += ease * fractal(point.z * 5, up * 5, seed + 5) * 0.008
  })
  const geometry = slab(surfaceOf, {
    thickness: pitch * 0.97,
    size: [way.length, width],
    segments: [layers * 34 + (over > 0 ? 20 : 0), 44],
    rim: pitch * 0.48,
    relief: (u, v, side) =>
      ease * (fractal(u * way.length * 9, v * width * 9, seed + side) * 0.0022 - 0.0006),
  })
  return { geometry, way, height, place: surfaceOf }
}

function harbour({ color }: Look): Object3D {
  const cloth = wool(color, 1.25)
  const folded = fold({ length: 0.4, width: 0.36, layers: 5, pitch: 0.024, seed: 4, over: 0.03 })
  const roots = Array.from({ length: 58 }, (_, i): Point =>
    folded.place(1, 0.008 + (0.984 * i) / 57).toArray(),
  )
  const strands = fringe(
    roots,
    ([x, y, z], t, index) => {
      const sway = Math.sin(index * 12.9) * 0.004
      return [
        x + 0.004 * t + Math.abs(sway) * t * t,
        y + 0.006 - 0.058 * t,
        z + sway * t + Math.sin(t * 6 + index) * 0.0008 + (index % 2 === 0 ? 0.0006 : 0),
      ]
    },
    0.0021,
    shiftHex(color, { l: 0.015 }),
  )
  return group(mesh(folded.geometry, cloth), strands)
}

/** Turned so that its front fold looks at the camera. */
function facing(thing: Object3D, degrees = -90): Object3D {
  return group(turned(group(thing), 0, degrees))
}

/** A cloth over a rail along x at y = 0: down in front and behind, in folds that open downwards. */
function hangingOver(
  {
    width,
    front,
    back,
    seed,
    depth = 0.03,
    wave = 5,
  }: { width: number; front: number; back: number; seed: number; depth?: number; wave?: number },
  thickness: number,
): BufferGeometry {
  const radius = 0.02
  const way = pathOf([-radius, -back], 90, [
    ['go', back],
    ['turn', radius, -180],
    ['go', front],
  ])
  return slab(
    (u, v) => {
      const point = way.at(u)
      const down = Math.min(1, Math.max(0, -point.y / front))
      const x = v * 2 - 1
      const pleat =
        Math.sin(x * wave + seed + 1.6 * fractal(x * 1.3, down * 0.9, seed)) +
        0.45 * Math.sin(x * wave * 2.3 + down * 2 + seed * 2)
      const spread = 1 - 0.05 * (1 - down) + 0.03 * down
      return new Vector3(
        (x * width * spread) / 2 + 0.012 * fractal(x * 2, down * 3, seed + 3) * down,
        point.y - (point.x > 0 ? 0.014 * fractal(x * 1.1, 3, seed) * down : 0),
        point.x +
          (point.x > 0 ? 1 : 0.4) * pleat * depth * down ** 0.8 * (point.x > 0 ? 1 : -1) +
          (point.x > 0 ? depth * down : -depth * down),
      )
    },
    {
      thickness,
      size: [way.length, width],
      segments: [110, 110],
      rim: thickness * 0.48,
      relief: (u, v) => 0.0012 * fractal(u * 22, v * 12, seed),
    },
  )
}

function rail(length: number, y: number): Object3D {
  return unframed(
    mesh(
      tube(
        [
          [-length / 2, y, 0],
          [0, y, 0],
          [length / 2, y, 0],
        ],
        0.0155,
        { steps: 20, around: 24 },
      ),
      paint('#c9a97c', 0.25),
    ),
  )
}

function harbourHung({ color }: Look): Object3D {
  const size = { width: 0.86, front: 0.72, back: 0.5, seed: 3, depth: 0.034, wave: 6 }
  const body = hangingOver(size, 0.006)
  const position = body.getAttribute('position')
  const roots: Point[] = []
  const low: { x: number; y: number; z: number }[] = []
  for (let i = 0; i < position.count; i++)
    if (position.getY(i) < -0.66 && position.getZ(i) > 0.0)
      low.push({ x: position.getX(i), y: position.getY(i), z: position.getZ(i) })
  for (let i = 0; i < 96; i++) {
    const x = -0.43 + (0.86 * i) / 95
    const near = low.filter((point) => Math.abs(point.x - x) < 0.012).toSorted((a, b) => a.y - b.y)[0]
    if (near !== undefined) roots.push([x, near.y + 0.002, near.z])
  }
  const strands = fringe(
    roots,
    ([x, y, z], t, index) => [
      x + Math.sin(index * 7.7) * 0.006 * t,
      y - 0.075 * t,
      z + Math.cos(index * 5.1) * 0.004 * t,
    ],
    0.0026,
    shiftHex(color, { l: 0.015 }),
  )
  return group(mesh(body, wool(color, 1.7)), strands, rail(1.9, 0))
}

export const harbourBlanket: Model = {
  build: (look) => facing(harbour(look)),
  set: 'sweep',
  view: { turn: -28, elevation: 20, fill: 0.66 },
  detail: {
    code: 'wisteria',
    build: harbourHung,
    set: 'air',
    view: { turn: 12, elevation: 5, fill: 0.72, offset: [0, -0.06] },
  },
}

function waffleFolded({ color }: Look): Object3D {
  return mesh(
    fold({ length: 0.42, width: 0.37, layers: 4, pitch: 0.034, seed: 11, ease: 0.8 }).geometry,
    waffle(color, 0.0112),
  )
}

export const waffleThrow: Model = {
  build: (look) => facing(waffleFolded(look)),
  set: 'sweep',
  view: { turn: -34, elevation: 24, fill: 0.68 },
  detail: {
    code: 'honey',
    build: ({ color }) =>
      group(
        mesh(
          hangingOver({ width: 0.62, front: 0.66, back: 0.5, seed: 8, depth: 0.036, wave: 5 }, 0.008),
          waffle(color, 0.0115),
        ),
        rail(1.9, 0),
      ),
    set: 'air',
    view: { turn: -14, elevation: 5, fill: 0.7, offset: [0, -0.05] },
  },
}

function duvetFolded({ color }: Look): Object3D {
  const cloth = linen(color, 1.5)
  const big = fold({ length: 0.46, width: 0.4, layers: 3, pitch: 0.046, seed: 21, ease: 1.5 })
  const small = fold({ length: 0.4, width: 0.32, layers: 2, pitch: 0.024, seed: 27, ease: 1.2 })
  const smaller = fold({ length: 0.39, width: 0.31, layers: 2, pitch: 0.022, seed: 32, ease: 1.2 })
  return group(
    mesh(big.geometry, cloth),
    at(turned(mesh(small.geometry, cloth), 0, 3), 0.008, big.height - 0.006, 0.006),
    at(turned(mesh(smaller.geometry, cloth), 0, -2), 0.002, big.height + small.height - 0.01, -0.006),
  )
}

function bed({ color }: Look): Object3D {
  const cover = linen(color, 2.6)
  const sheet = cotton('#f1ede4', 2.4)
  const mattress = slab((u, v) => new Vector3((u - 0.5) * 1.6, 0.36, v * 2 - 1), {
    thickness: 0.24,
    size: [1.6, 2],
    segments: [40, 40],
    rim: 0.07,
    squareness: 3,
    relief: (u, v, side) => fractal(u * 7, v * 8, 3 + side) * 0.007,
  })
  // From the turned-back edge (u = 0) over the bed to beyond its foot; over the sides it falls.
  const duvet = slab(
    (u, v) => {
      const x = (v * 2 - 1) * 1.02
      const z = -0.34 + u * 1.5
      const side = Math.max(0, Math.abs(x) - 0.78)
      const roll = Math.exp(-(((u - 0.05) / 0.06) ** 2)) * 0.05
      const crumple =
        fractal(x * 1.9, z * 1.9, 7, 4) * 0.085 +
        Math.max(0, 1 - Math.abs(fractal(x * 1.7 + 3, z * 1.5, 12, 2)) * 4.5) ** 2 * 0.032
      return new Vector3(
        Math.sign(x) * (Math.min(Math.abs(x), 0.78) + side * 0.28),
        0.535 + crumple * (1 - side) + roll - side * 1.25,
        z + 0.035 * fractal(x * 1.6, z, 3) * (1 - u),
      )
    },
    {
      thickness: (u, v) => 0.055 + 0.025 * fractal(u * 4, v * 4, 9),
      size: [1.5, 2.04],
      segments: [120, 130],
      rim: 0.026,
      relief: (u, v) => 0.006 * fractal(u * 13, v * 16, 4),
    },
  )
  const cushion = (x: number, lean: number, seed: number): Object3D => {
    const own = mesh(softCase(seed), cover)
    return at(turned(own, lean, seed % 2 === 0 ? 5 : -4, 0), x, 0.62, -0.74)
  }
  return group(mesh(mattress, sheet), mesh(duvet, cover), cushion(-0.4, -48, 4), cushion(0.39, -44, 9))
}

/** A pillow in its case, lying against the wall. */
function softCase(seed: number): BufferGeometry {
  return slab(
    (u, v) => {
      const [x, y] = [u * 2 - 1, v * 2 - 1]
      return new Vector3(
        x * 0.375 * (1 - 0.06 * (1 - y * y)),
        y * 0.25 * (1 - 0.08 * (1 - x * x)) - 0.02 * (1 - x * x),
        fractal(x, y, seed) * 0.03,
      )
    },
    {
      thickness: (u, v) =>
        0.19 * ((1 - Math.abs(u * 2 - 1) ** 2.6) * (1 - Math.abs(v * 2 - 1) ** 2.4)) ** 0.6 + 0.006,
      size: [0.75, 0.5],
      segments: [70, 60],
      rim: 0.004,
      outward: toBack,
      relief: (u, v, side) =>
        fractal(u * 3 + side, v * 2.4, seed, 2) * 0.024 + fractal(u * 8, v * 5 + side, seed + 4, 2) * 0.006,
    },
  )
}

export const rumpleDuvetSet: Model = {
  build: (look) => facing(duvetFolded(look)),
  set: 'sweep',
  view: { turn: -30, elevation: 17, fill: 0.66 },
  detail: {
    code: 'rain',
    build: (look) => at(bed(look), 0, 0, 1.02),
    set: 'room',
    view: { turn: 0, elevation: 30, crop: { center: [0.1, 0.55, -0.35], radius: 0.72 }, fill: 0.95 },
  },
}
