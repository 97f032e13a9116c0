import {
  BufferGeometry,
  Float32BufferAttribute,
  Vector3,
  type MeshPhysicalMaterial,
  type Object3D,
} from 'three'
import { cotton, woven } from '../cloths.ts'
import { shift, shiftHex, lightness } from '../color.ts'
import { paint } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { fractal, random, smoothstep, tiledFractal } from '../noise.ts'
import { surface } from '../shading.ts'
import { at, box, group, mesh } from '../shapes.ts'
import { colorTexture, type Paint } from '../textures.ts'
import { pathOf, slab, swept, type FlatPath, type Step } from './textiles-cloth.ts'

/** Its own colours on a weave. */
export function dyed(
  cloth: MeshPhysicalMaterial,
  key: string,
  meters: readonly [number, number],
  colors: Paint,
): MeshPhysicalMaterial {
  cloth.map = colorTexture(key, meters, colors, 1024)
  return cloth
}

/** A rug that lies flat from x = 0 and is rolled up at its far end. */
function unrolling(flat: number, radius: number, thickness: number, turns: number): FlatPath {
  const steps: Step[] = [['go', flat]]
  const last = Math.round(turns * 12)
  for (let i = 0; i < last; i++) steps.push(['turn', radius - (i / 12) * thickness * 1.12, 30])
  return pathOf([0, thickness / 2], 0, steps)
}

function rugBody(
  way: FlatPath,
  width: number,
  thickness: number,
  seed: number,
  segments: readonly [number, number],
): BufferGeometry {
  const surfaceOf = swept(way, width, (point, u, v) => {
    const flat = 1 - smoothstep(0.02, 0.05, point.y)
    point.y += flat * Math.max(0, fractal(point.x * 1.4, point.z * 1.4, seed)) * 0.007
    point.z += fractal(u * 4, v * 2, seed + 3) * 0.012
    if (flat > 0) point.x += fractal(v * 3, 1, seed) * 0.012 * (1 - u)
  })
  return slab(surfaceOf, { thickness, size: [way.length, width], segments, rim: thickness * 0.45 })
}

/** Warp ends along x = 0, knotted in small bunches, lying on the floor. */
function warpEnds(width: number, count: number, length: number, color: string): Object3D {
  const chance = random(21)
  const positions: number[] = []
  const indices: number[] = []
  for (let i = 0; i < count; i++) {
    const z = ((i + 0.5) / count - 0.5) * (width - 0.01)
    const sway = (chance() - 0.5) * 0.01
    const own = length * (0.85 + 0.3 * chance())
    const first = positions.length / 3
    const rings = 5
    for (let k = 0; k <= rings; k++) {
      const t = k / rings
      const radius = (t < 0.2 ? 0.0022 : 0.0017) * (1 - 0.5 * t)
      for (let j = 0; j < 5; j++) {
        const angle = (j / 5) * Math.PI * 2
        positions.push(
          0.004 - own * t,
          0.0028 + Math.sin(angle) * radius,
          z + sway * t * t + Math.sin(t * 5 + i) * 0.0012 + Math.cos(angle) * radius,
        )
      }
    }
    for (let k = 0; k < rings; k++)
      for (let j = 0; j < 5; j++) {
        const [a, b] = [first + k * 5 + j, first + k * 5 + ((j + 1) % 5)]
        indices.push(a, a + 5, b, b, a + 5, b + 5)
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

function lowPile(u: number, v: number): number {
  return (
    0.55 * Math.abs(Math.sin(v * 34 * Math.PI + 0.8 * tiledFractal(u, v, 6, 20, 8, 2))) +
    0.6 * tiledFractal(u, v, 46, 34, 3, 3) +
    0.2
  )
}

function shore({ color }: Look, flat: boolean): Object3D {
  const [width, thickness] = [1.2, 0.011]
  const way = flat ? pathOf([0, thickness / 2], 0, [['go', 1.7]]) : unrolling(1.36, 0.072, thickness, 1.5)
  const meters = [way.length, width] as const
  const dark = shift(color, { l: -0.01 })
  const pale = shift(color, { l: lightness(color) > 0.7 ? 0.095 : 0.17, c: 0.72 })
  const cloth = dyed(
    woven(color, 'low pile', 0.15, 0.0022, 0.06, lowPile, 0.5),
    `shore ${color} ${flat}`,
    meters,
    (u, v, into) => {
      const line =
        (flat ? 0.42 : 0.34) + 0.085 * fractal(v * 3.1, 2.2, 5, 3) + 0.02 * fractal(v * 22, 1, 3, 2)
      const foam =
        smoothstep(0.012, 0.004, Math.abs(u - line - 0.02)) *
        0.35 *
        smoothstep(-0.1, 0.3, fractal(v * 9, 4, 2))
      into.copy(dark).lerp(pale, smoothstep(0.004, -0.004, u - line))
      into.lerp(pale, foam)
      into.multiplyScalar(
        1 +
          0.09 * fractal(u * 26, v * 5, 3, 3) +
          0.12 * fractal(u * 5, v * 70, 9, 2) +
          0.1 * fractal(u * 240, v * 170, 1, 2),
      )
    },
  )
  const body = mesh(rugBody(way, width, thickness, 2, [flat ? 90 : 150, 60]), cloth)
  return group(at(group(body, warpEnds(width, 150, 0.045, '#e6dcc8')), -0.72, 0, 0))
}

export const shoreRug: Model = {
  build: (look) => shore(look, false),
  set: 'sweep',
  view: { turn: -42, elevation: 38, fill: 0.82, offset: [0, -0.02] },
  detail: {
    code: 'rain',
    build: (look) => shore(look, true),
    view: {
      turn: -68,
      elevation: 32,
      crop: { center: [0.02, 0, 0.2], radius: 0.34 },
      fill: 1,
      aperture: 0.015,
    },
  },
}

function stripes(color: string): { edge: number; color: string }[] {
  const chance = random(Math.round(lightness(color) * 1000))
  const list: { edge: number; color: string }[] = []
  const shades = [
    color,
    shiftHex(color, { l: 0.1, c: 0.8 }),
    shiftHex(color, { l: -0.07 }),
    '#e9e0cf',
    color,
    shiftHex(color, { l: 0.17, c: 0.6 }),
  ]
  let edge = 0
  let last = -1
  while (edge < 2.1) {
    let pick = Math.floor(chance() * shades.length)
    if (pick === last) pick = (pick + 1) % shades.length
    last = pick
    edge += [0.012, 0.028, 0.05, 0.085, 0.02][Math.floor(chance() * 5)] ?? 0.03
    list.push({ edge, color: shades[pick] ?? color })
  }
  return list
}

function runner({ color }: Look, flat: boolean): Object3D {
  const [width, thickness] = [0.7, 0.007]
  const way = flat ? pathOf([0, thickness / 2], 0, [['go', 2]]) : unrolling(1.2, 0.062, thickness, 1.9)
  const bands = stripes(color)
  const cloth = dyed(
    woven(
      color,
      'flat weave',
      0.08,
      0.0011,
      0.05,
      (u, v) =>
        0.5 +
        0.5 * Math.sin(u * 26 * Math.PI) * Math.cos(v * 13 * 2 * Math.PI) +
        0.3 * tiledFractal(u, v, 12, 30, 4, 2),
    ),
    `runner ${color} ${flat}`,
    [way.length, width],
    (u, v, into) => {
      const place = u * way.length + 0.0016 * fractal(v * 30, u * 40, 2, 2)
      into.set(bands.find(({ edge }) => place < edge)?.color ?? color)
      into.multiplyScalar(1 + 0.12 * fractal(u * 220, v * 12, 3, 2) + 0.12 * fractal(u * 300, v * 120, 6, 2))
    },
  )
  const body = mesh(rugBody(way, width, thickness, 6, [flat ? 100 : 160, 40]), cloth)
  return group(at(group(body, warpEnds(width, 84, 0.05, '#e6dcc8')), -0.62, 0, 0))
}

export const corridorRunner: Model = {
  build: (look) => runner(look, false),
  set: 'sweep',
  view: { turn: -54, elevation: 34, fill: 0.78, offset: [0, -0.02] },
  detail: {
    code: 'indigo',
    build: (look) => runner(look, false),
    view: {
      turn: -64,
      elevation: 24,
      crop: { center: [-0.52, 0, 0], radius: 0.26 },
      fill: 1,
      aperture: 0.02,
    },
  },
}

/** Stiff fibres that stand on the mat: each a thin spike with its own shade. */
function bristles(width: number, depth: number, border: number, dye: string): BufferGeometry {
  const chance = random(5)
  const step = 0.0042
  const natural = shift('#bb9663', {})
  const dark = shift(dye, {})
  const positions: number[] = []
  const normals: number[] = []
  const colors: number[] = []
  const up = new Vector3()
  for (let x = -width / 2 + step / 2; x < width / 2; x += step)
    for (let z = -depth / 2 + step / 2; z < depth / 2; z += step) {
      const [px, pz] = [x + (chance() - 0.5) * step, z + (chance() - 0.5) * step]
      const inset = Math.min(width / 2 - Math.abs(px), depth / 2 - Math.abs(pz)) + (chance() - 0.5) * 0.004
      const tint = (inset < border ? dark : natural).clone().multiplyScalar(0.8 + 0.5 * chance())
      const height = 0.0064 + 0.002 * chance()
      const lean = [
        (chance() - 0.5) * 0.0045 + (width / 2 - Math.abs(px) < 0.01 ? Math.sign(px) * 0.0012 : 0),
        (chance() - 0.5) * 0.0045 + (depth / 2 - Math.abs(pz) < 0.01 ? Math.sign(pz) * 0.0012 : 0),
      ] as const
      const spin = chance() * 6
      up.set(lean[0] * 60, 1, lean[1] * 60).normalize()
      for (let j = 0; j < 3; j++) {
        const [a, b] = [spin + (j * Math.PI * 2) / 3, spin + ((j + 1) * Math.PI * 2) / 3]
        const wide = 0.0024
        positions.push(px + Math.cos(b) * wide, 0.006, pz + Math.sin(b) * wide)
        positions.push(px + Math.cos(a) * wide, 0.006, pz + Math.sin(a) * wide)
        positions.push(px + lean[0], 0.006 + height, pz + lean[1])
        for (let k = 0; k < 3; k++) {
          const share = k === 2 ? 1.02 : 0.8
          normals.push(
            up.x * 0.5 + Math.cos((a + b) / 2) * 0.6,
            0.75,
            up.z * 0.5 + Math.sin((a + b) / 2) * 0.6,
          )
          colors.push(tint.r * share, tint.g * share, tint.b * share)
        }
      }
    }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setAttribute('normal', new Float32BufferAttribute(normals, 3))
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 3))
  geometry.setAttribute('uv', new Float32BufferAttribute(new Float32Array((positions.length / 3) * 2), 2))
  return geometry
}

function doormat({ color }: Look): Object3D {
  const [width, depth] = [0.7, 0.45]
  const base = at(mesh(box(width, 0.006, depth, 0.002), paint('#2f2a26', 0.05)), 0, 0.003, 0)
  const felted = group(
    at(
      mesh(box(width - 0.004, 0.005, depth - 0.004, 0.002), cotton(shiftHex(color, { l: -0.06 }))),
      0,
      0.0075,
      0,
    ),
    at(mesh(box(width - 0.106, 0.0054, depth - 0.106, 0.002), cotton('#8d6d45')), 0, 0.0075, 0),
  )
  const fibre = surface({
    color: '#ffffff',
    vertexColors: true,
    roughness: 0.9,
    side: 2,
    specularIntensity: 0.25,
  })
  return group(base, felted, mesh(bristles(width, depth, 0.052, color), fibre))
}

export const shortHelloDoormat: Model = {
  build: doormat,
  set: 'sweep',
  view: { turn: -24, elevation: 42, fill: 0.78 },
  detail: {
    code: 'rust',
    view: {
      turn: -34,
      elevation: 31,
      crop: { center: [-0.2, 0.01, 0.1], radius: 0.21 },
      fill: 1,
      aperture: 0.01,
    },
  },
}
