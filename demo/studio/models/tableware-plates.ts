import { Color, type Object3D } from 'three'
import { shift, shiftHex } from '../color.ts'
import { bisque, glaze } from '../materials.ts'
import type { Model, Models } from '../model.ts'
import { noise, smoothstep, tiledFractal } from '../noise.ts'
import { surface } from '../shading.ts'
import { at, bend, group, lathe, mesh, smooth, turned, type ProfilePoint } from '../shapes.ts'
import { colorTexture } from '../textures.ts'
import { thrown } from './tableware-cups.ts'

const fieldProfile: ProfilePoint[] = [
  [0, 0.002],
  [0.078, 0.002],
  [0.08, 0, 0.0008],
  [0.083, 0, 0.0008],
  [0.085, 0.0035, 0.002],
  [0.133, 0.0045, 0.006],
  [0.1355, 0.0215, 0.0016],
  [0.1312, 0.0215, 0.0016],
  [0.129, 0.0095, 0.006],
  [0.06, 0.0075],
  [0, 0.0072],
]

function fieldPlate(color: string): Object3D {
  return mesh(lathe(fieldProfile, 128), glaze(color, { gloss: 0.22, speckle: 0.12, cloud: 0.6 }))
}

const field: Model = {
  build: ({ color }) => fieldPlate(color),
  set: 'sweep',
  view: { elevation: 34, fill: 0.7, offset: [0, 0] },
  detail: {
    view: { elevation: 9, fill: 0.66 },
    code: 'sage',
    build: ({ color }) =>
      group(
        ...Array.from({ length: 6 }, (_, i) =>
          at(turned(fieldPlate(color), 0, i * 47), noise(i, 3) * 0.002, i * 0.0135, noise(i, 7) * 0.002),
        ),
      ),
  },
}

function quietBowl(color: string, scale = 1): Object3D {
  const line: [number, number][] = [
    [0.034, 0.006],
    [0.05, 0.01],
    [0.074, 0.03],
    [0.0875, 0.056],
    [0.0945, 0.088],
  ]
  const shell = thrown(line, 0.0048, 0.014)
  const foot = lathe([
    [0, 0.003],
    [0.03, 0.003],
    [0.0315, 0, 0.0008],
    [0.0355, 0, 0.0008],
    [0.0345, 0.009],
    [0, 0.009],
  ])
  const inner = thrown(
    line.map(([r, y]) => [r - 0.0045, y + 0.006] as const),
    0.0009,
    0.0145,
  )
  const bare = bisque(shiftHex(color, { l: -0.02, c: 1.05 }), { sand: 1, speckle: 0.15 })
  return scaled(
    group(mesh(shell, bare), mesh(foot, bare), mesh(inner, glaze(color, { gloss: 0.95, cloud: 0.8 }))),
    scale,
  )
}

const quiet: Model = {
  build: ({ color }) => quietBowl(color),
  set: 'sweep',
  view: { elevation: 19, fill: 0.62 },
  detail: {
    view: { elevation: 28, fill: 0.7, turn: -14 },
    code: 'clay',
    build: ({ color }) =>
      group(at(quietBowl(color), -0.05, 0, -0.03), at(quietBowl(color, 0.64), 0.1, 0, 0.05)),
  },
}

const lagoon: Model = {
  build: ({ color }) => {
    const line: [number, number][] = [
      [0.05, 0.005],
      [0.066, 0.0075],
      [0.094, 0.019],
      [0.108, 0.034],
      [0.115, 0.05],
    ]
    const shell = thrown(line, 0.0046, 0.011)
    const foot = lathe([
      [0, 0.002],
      [0.045, 0.002],
      [0.0465, 0, 0.0008],
      [0.051, 0, 0.0008],
      [0.0505, 0.008],
      [0, 0.008],
    ])
    const pool = lathe(
      smooth(
        [
          [0.1085, 0.0415],
          [0.1035, 0.0325],
          [0.0905, 0.0205],
          [0.066, 0.0132],
          [0.04, 0.0122],
          [0, 0.0121],
        ],
        40,
      ),
      128,
    )
    const skin = glaze(color, { gloss: 0.9, cloud: 1.1, speckle: 0.1 })
    return group(mesh(shell, skin), mesh(foot, skin), mesh(pool, pooled(color)))
  },
  set: 'sweep',
  view: { elevation: 36, fill: 0.7, offset: [0, 0] },
  detail: { view: { elevation: 15, fill: 0.72 }, code: 'rain' },
}

/** Reactive glaze: deeper towards the middle, where it has run together. */
function pooled(color: string): ReturnType<typeof surface> {
  const [deep, edge] = [shift(color, { l: -0.16, c: 1.7 }), new Color(color)]
  // The lathe's v is the length along the profile: 0 at the rim, 0.12 in the middle.
  return surface({
    map: colorTexture(
      `pool ${color}`,
      [0.66, 0.24],
      (u, v, into) => {
        const from = 0.12 - v * 0.24
        const run = tiledFractal(u, v, 40, 3, 5, 3)
        into.copy(deep).lerp(edge, smoothstep(0.035, 0.1, from + run * 0.012))
      },
      1024,
    ),
    roughness: 0.12,
    ior: 1.53,
  })
}

const lineProfile: ProfilePoint[] = [
  [0, 0.002],
  [0.05, 0.002],
  [0.0515, 0, 0.0006],
  [0.0545, 0, 0.0006],
  [0.056, 0.0032, 0.002],
  [0.078, 0.007, 0.012],
  [0.09, 0.0172, 0.0008],
  [0.0886, 0.0182, 0.0008],
  [0.0762, 0.0102, 0.012],
  [0.055, 0.0062, 0.01],
  [0, 0.0058],
]

function linePlate(color: string, seed: number): Object3D {
  const pale = new Color('#f2f0ea')
  const ink = new Color(color)
  const plate = lathe(lineProfile, 160)
  const uv = plate.getAttribute('uv')
  const position = plate.getAttribute('position')
  for (let i = 0; i < uv.count; i++) uv.setXY(i, position.getX(i) + 0.1, position.getZ(i) + 0.1)
  const map = colorTexture(
    `line ${color} ${seed}`,
    [0.2, 0.2],
    (u, v, into) => {
      const [x, z] = [(u - 0.5) * 0.2, (v - 0.5) * 0.2]
      const [r, angle] = [Math.hypot(x, z), Math.atan2(z, x) + seed]
      const around = (angle / (2 * Math.PI) + 2) % 1
      const path =
        0.0795 +
        0.0011 * Math.sin(angle * 3 + 1) +
        0.0006 * noise(Math.cos(angle) * 4, Math.sin(angle) * 4, seed)
      const width =
        0.0021 *
        (0.65 + 0.5 * (1 - around)) *
        (1 + 0.25 * noise(Math.cos(angle) * 9, Math.sin(angle) * 9, seed + 4))
      const dry = 0.5 + 0.5 * noise(r * 9000, around * 60, seed)
      const inside = 1 - smoothstep(width * 0.72, width, Math.abs(r - path))
      into
        .copy(pale)
        .lerp(ink, inside * (0.72 + 0.28 * dry) * (around > 0.965 ? smoothstep(1, 0.965, around) : 1))
    },
    2048,
  )
  return mesh(plate, surface({ map, roughness: 0.16, ior: 1.5 }))
}

const thinLine: Model = {
  build: ({ color }) =>
    group(
      at(linePlate(color, 1), -0.075, 0, -0.03),
      at(turned(linePlate(color, 2.6), 0, 20), -0.074, 0.0085, -0.03),
      at(turned(linePlate(color, 4), 0, 75), -0.0755, 0.017, -0.0295),
      at(turned(linePlate(color, 5.3), 0, -30), 0.085, 0, 0.055),
    ),
  set: 'sweep',
  view: { elevation: 44, fill: 0.78, offset: [0, 0] },
  paper: ({ color }) => color,
  detail: {
    view: {
      elevation: 52,
      crop: { center: [-0.05, 0.02, 0.035], radius: 0.055 },
      fill: 0.95,
      aperture: 0.015,
    },
    code: 'indigo',
  },
}

function pinched(color: string, radius: number, seed: number): Object3D {
  const bowl = thrown(
    [
      [radius * 0.42, 0],
      [radius * 0.66, radius * 0.06],
      [radius * 0.9, radius * 0.3],
      [radius, radius * 0.62],
      [radius * 1.02, radius * 0.86],
    ],
    0.005,
    0.006,
  )
  bend(bowl, (point) => {
    const angle = Math.atan2(point.z, point.x)
    const swell =
      1 +
      0.045 * noise(Math.cos(angle) * 1.3, Math.sin(angle) * 1.3, seed) * (point.y / radius) +
      0.012 * noise(point.x * 90, point.y * 90, point.z * 90 + seed)
    const dent = Math.exp(
      -(((angle - 1.25) / 0.26) ** 2) - ((point.y - radius * 0.55) / (radius * 0.24)) ** 2,
    )
    const keep = swell * (1 - 0.1 * dent)
    point.x *= keep
    point.z *= keep
    if (point.y > radius * 0.5)
      point.y += radius * 0.05 * noise(Math.cos(angle) * 1.7, Math.sin(angle) * 1.7, seed + 9)
  })
  return mesh(bowl, glaze(color, { gloss: 0.35, speckle: 0.35, cloud: 1.4 }))
}

const pinch: Model = {
  build: ({ color }) =>
    group(
      at(pinched(color, 0.055, 1), -0.05, 0, -0.03),
      at(turned(pinched(color, 0.045, 5), 0, 25), 0.062, 0, -0.02),
      at(turned(pinched(color, 0.035, 8), 0, -15), 0.012, 0, 0.062),
    ),
  set: 'sweep',
  view: { elevation: 30, fill: 0.68 },
  detail: {
    view: { elevation: 44, fill: 0.62 },
    code: 'moss',
    build: ({ color }) =>
      group(
        pinched(color, 0.055, 1),
        at(turned(pinched(color, 0.045, 5), 3, 120), 0.001, 0.011, 0),
        at(turned(pinched(color, 0.035, 8), -3, 60), 0, 0.022, 0.001),
      ),
  },
}

function scaled(object: Object3D, by: number): Object3D {
  object.scale.setScalar(by)
  return object
}

export const plates: Models = {
  'field-plate': field,
  'quiet-bowl': quiet,
  'lagoon-pasta-bowl': lagoon,
  'thin-line-plates': thinLine,
  'pinch-bowls': pinch,
}
