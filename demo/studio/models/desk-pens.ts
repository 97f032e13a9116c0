import { Vector3, type Object3D } from 'three'
import { metal, paint, paper, wood } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { noise, random, smoothstep } from '../noise.ts'
import { alongY, at, bend, box, group, lathe, mesh, turned, type ProfilePoint } from '../shapes.ts'
import { slab } from './textiles-cloth.ts'
import { tube } from '../tubes.ts'

/** Lying along x, its tip to the left, on y = 0; the flat side looks up to the front. */
export function pen({ code, color }: Look): Object3D {
  const bare = code === 'brass' || code === 'steel'
  const body = metal(color, { polish: bare ? 0.55 : 0.34, brushed: bare ? 1 : 0.5 })
  const r = 0.0045
  const barrel: ProfilePoint[] = [
    [0, 0.0052],
    [0.00135, 0.0052],
    [0.0016, 0.006],
    [0.0031, 0.0175, 0.006],
    [r, 0.034, 0.02],
    [r, 0.07],
    [r, 0.1],
    [r, 0.1268, 0.0008],
    [r - 0.0003, 0.1282, 0.0004],
    [0, 0.1282],
  ]
  const upright = lathe(barrel, 96)
  bend(alongY(upright), (point) => {
    const milled = smoothstep(0.034, 0.05, point.y) * (point.y < 0.1275 ? 1 : 0)
    point.z = Math.min(point.z, r + 0.0001 - 0.0012 * milled)
  })
  const ring = lathe(
    [
      [r + 0.00002, 0.0868],
      [r - 0.0004, 0.0872],
      [r - 0.0004, 0.0878],
      [r + 0.00002, 0.0882],
    ],
    96,
  )
  const tip = lathe(
    [
      [0, 0],
      [0.0004, 0.0002, 0.0002],
      [0.0011, 0.0032],
      [0.0012, 0.0056],
      [0, 0.0056],
    ],
    32,
  )
  const click = lathe(
    [
      [0.0022, 0.128],
      [0.0022, 0.1372, 0.0007],
      [0.0019, 0.138, 0.0004],
      [0, 0.138],
    ],
    48,
  )
  const silver = metal('#b9bcbd', { polish: 0.75 })
  const standing = group(
    mesh(upright, body),
    mesh(ring, body),
    mesh(tip, silver),
    mesh(click, bare ? body : silver),
  )
  return at(group(turned(group(at(turned(standing, 0, -52), 0, -0.069, 0)), 0, 0, -90)), 0, r, 0)
}

export const plainPen: Model = {
  build: (look) =>
    group(at(turned(pen(look), 0, 4), 0.004, 0, -0.016), at(turned(pen(look), 0, 184), -0.008, 0, 0.016)),
  set: 'sweep',
  view: { turn: 34, elevation: 46, fill: 0.72 },
  detail: {
    code: 'brass',
    build: (look) => {
      const card = at(mesh(box(0.21, 0.0008, 0.148, 0.0003), paper('#f1ece2', 1)), -0.02, 0.0004, 0.02)
      const chance = random(3)
      const stroke = tube(
        Array.from({ length: 60 }, (_, i) => {
          const t = i / 59
          return [
            -0.0895 + t * 0.05 + Math.sin(t * 46) * 0.0022,
            0.0009,
            0.012 + Math.cos(t * 46) * 0.0036 * (0.6 + 0.4 * Math.sin(t * 13)) + chance() * 0.0003,
          ] as const
        }),
        0.00024,
        { steps: 500, around: 6 },
      )
      return group(
        card,
        mesh(stroke, paint('#262a33', 0.3)),
        at(turned(pen(look), 0, -28), 0.0207, 0.0053, 0.0446),
      )
    },
    view: {
      turn: 6,
      elevation: 38,
      crop: { center: [-0.022, 0.004, 0.022], radius: 0.05 },
      fill: 1,
      aperture: 0.015,
    },
  },
}

/** Lying along x, its point to the left. */
export function pencil(color: string, length = 0.175): Object3D {
  const r = 0.0037
  const [cut, lead] = [0.021, 0.0062]
  const upright = lathe(
    [
      [r, cut],
      [r, length - 0.0006],
      [r - 0.0005, length, 0.0003],
      [0.0012, length],
    ],
    40,
  )
  const cedar = wood('cedar', '#c99c72', { scale: 0.12, gloss: 0.1 })
  const cone = lathe(
    [
      [(r * lead) / cut, lead],
      [r, cut],
    ],
    40,
  )
  const scallops = cone.getAttribute('position')
  for (let i = 0; i < scallops.count; i++) {
    const angle = Math.atan2(scallops.getZ(i), scallops.getX(i))
    if (scallops.getY(i) > cut - 0.001) scallops.setY(i, cut + 0.0009 + 0.0011 * Math.cos(angle * 3))
  }
  const grown = lathe(
    [
      [r * 1.001, cut],
      [r * 1.001, cut + 0.0003],
    ],
    12,
  )
  const graphite = paint('#3a3a3d', 0.75)
  const point = lathe(
    [
      [0, 0],
      [0.0003, 0.0002, 0.0002],
      [(r * lead) / cut, lead],
    ],
    24,
  )
  const core = lathe(
    [
      [0.0012, length - 0.0001],
      [0, length - 0.0001],
    ],
    20,
  )
  const standing = group(
    mesh(alongY(upright), paint(color, 0.62)),
    mesh(alongY(cone), cedar),
    mesh(grown, paint(color, 0.62)),
    mesh(point, graphite),
    mesh(core, graphite),
  )
  return at(group(turned(group(at(standing, 0, -length / 2, 0)), 0, 0, -90)), 0, r, 0)
}

export const softPencils: Model = {
  build: fan,
  set: 'sweep',
  view: { turn: 50, elevation: 50, fill: 0.72 },
  detail: {
    code: 'rust',
    build: (look) => group(fan(look), at(shaving(look.color, 2), -0.128, 0, 0.046)),
    view: {
      turn: 62,
      elevation: 30,
      crop: { center: [-0.07, 0.003, 0.015], radius: 0.062 },
      fill: 1,
      aperture: 0.025,
    },
  },
}

function fan({ color }: Look): Object3D {
  return group(
    ...[0, 1, 2, 3, 4, 5].map((i) => {
      const own = at(pencil(color, 0.175 - ([0, 0.004, 0, 0.011, 0, 0.002][i] ?? 0)), -0.105, 0.0037, 0)
      return at(turned(group(own), 0, -22 + i * 8.4 + noise(i * 2.3, 1) * 1.6), 0.1, 0, 0.006 * i)
    }),
  )
}

/** What a sharpener leaves: a scalloped curl of cedar. */
function shaving(color: string, seed: number): Object3D {
  const turns = 1.5
  const curl = slab(
    (u, v) => {
      const angle = u * turns * 2 * Math.PI
      const radius = 0.005 + 0.0035 * u + v * 0.0045
      return new Vector3(
        Math.cos(angle) * radius,
        0.004 + v * 0.005 + 0.0008 * Math.sin(u * 60) * v + u * 0.003,
        Math.sin(angle) * radius,
      )
    },
    { thickness: 0.0003, size: [0.06, 0.007], segments: [110, 6] },
  )
  const rim = slab(
    (u, v) => {
      const angle = u * turns * 2 * Math.PI
      const radius = 0.0096 + 0.0035 * u
      return new Vector3(
        Math.cos(angle) * radius,
        0.0088 + v * 0.0007 + 0.0008 * Math.sin(u * 60) + u * 0.003,
        Math.sin(angle) * radius,
      )
    },
    { thickness: 0.0004, size: [0.06, 0.0007], segments: [110, 2] },
  )
  return turned(
    group(mesh(curl, wood('cedar', '#d2a880', { scale: 0.1 })), mesh(rim, paint(color, 0.5))),
    seed * 4,
    seed * 77,
  )
}
