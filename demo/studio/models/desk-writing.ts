import { Vector3, type Object3D } from 'three'
import { cotton, linen } from '../cloths.ts'
import { shift, shiftHex } from '../color.ts'
import { metal, paint, paper, wood } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { fractal, noise, random, smoothstep } from '../noise.ts'
import { alongY, at, bend, box, group, lathe, mesh, tube, turned, type ProfilePoint } from '../shapes.ts'
import { colorTexture } from '../textures.ts'
import { pathOf, slab, swept } from './textiles-cloth.ts'

/** The edges of many sheets: v across them. */
function sheets(color = '#f0eadd'): ReturnType<typeof paper> {
  const material = paper(color, 0.5)
  const deep = shift(color, { l: -0.075 })
  material.color.set('#ffffff')
  material.map = colorTexture(`sheets ${color}`, [0.3, 0.006], (u, v, into) => {
    into.set(color).lerp(deep, Math.max(0, 0.25 + 0.75 * noise(u * 6, v * 44, 3)))
  })
  return material
}

/** A sewn book that lies on its back cover: its spine along z at the left, metres of the page. */
export function notebook(color: string, width: number, height: number, thickness: number): Object3D {
  const board = 0.0026
  const inner = thickness - board
  const way = pathOf([width, board / 2], 180, [
    ['go', width - 0.004],
    ['turn', 0.004, -90],
    ['go', inner - 0.008],
    ['turn', 0.004, -90],
    ['go', width - 0.004],
  ])
  const cover = slab(
    swept(way, height + 0.005, (point, u) => {
      const joint = Math.exp(-(((point.x - 0.0095) / 0.0022) ** 2))
      point.y += joint * (u < 0.5 ? 0.0009 : -0.0011)
    }),
    {
      thickness: board,
      size: [way.length, height + 0.005],
      segments: [150, 8],
      rim: board * 0.45,
      squareness: 2.6,
    },
  )
  const block = at(
    mesh(box(width - 0.006, thickness - board * 2, height, 0.0006, 'z'), sheets()),
    width / 2,
    thickness / 2,
    0,
  )
  const ribbon = slab(
    (u, v) =>
      new Vector3(
        0.02 + (v - 0.5) * 0.006 + Math.sin(u * 5) * 0.002,
        thickness * 0.5 - 0.0125 * Math.min(1, u * 2) ** 2 * (thickness / 0.03),
        height / 2 - 0.004 + u * 0.03,
      ),
    { thickness: 0.0005, size: [0.03, 0.006], segments: [20, 4] },
  )
  return group(
    mesh(cover, bookcloth(color)),
    block,
    mesh(ribbon, cotton(shiftHex(color, { l: -0.08, c: 1.2 }), 0.5)),
  )
}

function bookcloth(color: string): ReturnType<typeof linen> {
  const cloth = linen(color, 0.42)
  cloth.roughness = 0.8
  return cloth
}

function closedNotebooks({ color }: Look): Object3D {
  const large = at(notebook(color, 0.148, 0.21, 0.0165), -0.074, 0, 0)
  const small = at(notebook(color, 0.105, 0.148, 0.0145), -0.0525, 0, 0)
  return group(large, at(turned(group(small), 0, -24), 0.012, 0.0168, 0.012))
}

/** Open in the middle: pages that rise from the seam and fall to both sides. */
function openNotebook({ color }: Look): Object3D {
  const [width, height] = [0.148, 0.21]
  const dots = paper('#efece6', 0.6)
  dots.color.set('#ffffff')
  dots.map = colorTexture(
    `dots`,
    [0.005, 0.005],
    (u, v, into) => {
      into.set(Math.hypot(u - 0.5, v - 0.5) < 0.052 ? '#a9a7a8' : '#efece6')
    },
    128,
  )
  const half = (side: number): Object3D => {
    const leaf = (lift: number, thickness: number, trim: number): ReturnType<typeof slab> =>
      slab(
        (u, v) => {
          const rise = 0.0052 + lift * (1 - Math.exp(-u * 16)) * (1 - 0.28 * u * u)
          return new Vector3(side * u * (width - trim), rise - thickness / 2, side * (v - 0.5) * height)
        },
        { thickness, size: [width, height], segments: [70, 6], rim: Math.min(thickness / 2, 0.0006) },
      )
    return group(
      mesh(leaf(0.0082, 0.0075, 0.001), sheets()),
      mesh(leaf(0.0089, 0.0006, 0.0004), dots),
      at(
        mesh(box(width + 0.003, 0.0026, height + 0.005, 0.0011), bookcloth(color)),
        side * (width / 2 + 0.004),
        0.0013,
        0,
      ),
    )
  }
  const curl = pathOf([0.0005, 0.012], 64, [
    ['go', 0.012],
    ['turn', 0.118, -58],
    ['go', 0.012],
  ])
  const lifted = slab(
    swept(curl, height, (point, u, v) => point.setY(point.y + 0.008 * u * (v - 0.5))),
    {
      thickness: 0.0003,
      size: [curl.length, height],
      segments: [50, 10],
    },
  )
  return group(
    half(-1),
    half(1),
    mesh(lifted, dots),
    at(mesh(box(0.014, 0.0024, height + 0.005, 0.001), bookcloth(color)), 0, 0.0012, 0),
  )
}

export const firstDraftNotebook: Model = {
  build: closedNotebooks,
  set: 'sweep',
  view: { turn: -16, elevation: 44, fill: 0.68 },
  detail: {
    code: 'pine',
    build: (look) =>
      group(
        openNotebook(look),
        at(turned(pen({ code: 'brass', color: '#b6924f' }), 0, 52), -0.082, 0.0136 + 0.0045, 0.012),
      ),
    view: { turn: -14, elevation: 38, fill: 0.78 },
  },
}

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

function fan({ color }: Look): Object3D {
  return group(
    ...[0, 1, 2, 3, 4, 5].map((i) => {
      const own = at(pencil(color, 0.175 - [0, 0.004, 0, 0.011, 0, 0.002][i]!), -0.105, 0.0037, 0)
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

export const softPencils: Model = {
  build: fan,
  set: 'sweep',
  view: { turn: 50, elevation: 50, fill: 0.72 },
  detail: {
    code: 'rust',
    build: (look) =>
      group(
        fan(look),
        at(shaving(look.color, 1), -0.118, 0, -0.04),
        at(shaving(look.color, 2), -0.098, 0, 0.071),
      ),
    view: {
      turn: 62,
      elevation: 30,
      crop: { center: [-0.07, 0.003, 0.015], radius: 0.062 },
      fill: 1,
      aperture: 0.025,
    },
  },
}

/** The printed week: what is drawn on a sheet of 297 × 140 mm. */
function printedWeek(): ReturnType<typeof colorTexture> {
  const [width, height] = [2048, 966]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen2d = canvas.getContext('2d')
  if (pen2d === null) throw new Error('no canvas to print the week on')
  pen2d.fillStyle = '#f3eee3'
  pen2d.fillRect(0, 0, width, height)
  const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Weekend', 'Not this week']
  const column = (width - 120) / 7
  names.forEach((name, i) => {
    const x = 60 + i * column
    pen2d.fillStyle = i === 6 ? '#e9e1d1' : '#f3eee3'
    pen2d.fillRect(x, 150, column - 18, height - 210)
    pen2d.fillStyle = '#4a4650'
    pen2d.font = '600 30px "Helvetica Neue", Arial, sans-serif'
    pen2d.fillText(name, x + 2, 132)
    pen2d.fillRect(x, 148, column - 18, 3)
    pen2d.fillStyle = '#b9b2a6'
    for (let y = 220; y < height - 60; y += 66) pen2d.fillRect(x, y, column - 18, 1.6)
  })
  pen2d.fillStyle = '#4a4650'
  pen2d.font = '600 40px "Helvetica Neue", Arial, sans-serif'
  pen2d.fillText('Week of', 62, 76)
  pen2d.fillRect(240, 78, 240, 2.5)
  const { data } = pen2d.getImageData(0, 0, width, height)
  return colorTexture(
    'printed week',
    [0.297, 0.14],
    (u, v, into) => {
      const index =
        (Math.min(height - 1, Math.floor(v * height)) * width + Math.min(width - 1, Math.floor(u * width))) *
        4
      into.setRGB(
        (data[index] ?? 0) / 255,
        (data[index + 1] ?? 0) / 255,
        (data[index + 2] ?? 0) / 255,
        'srgb',
      )
    },
    2048,
  )
}

function printedSheet(lift: number): Object3D {
  const sheet = slab(
    (u, v) =>
      new Vector3(
        (u - 0.5) * 0.297,
        0.0094 + lift * Math.max(0, u - 0.55) ** 2 * (0.3 + v) + lift * 0.004 * fractal(u * 2, v),
        (v - 0.5) * 0.14,
      ),
    { thickness: 0.0003, size: [0.297, 0.14], segments: [40, 16] },
  )
  const material = paper('#ffffff', 0.5)
  material.map = printedWeek()
  return mesh(sheet, material)
}

function pad(band: string, banded: boolean): Object3D {
  const [width, depth] = [0.297, 0.14]
  const parts: Object3D[] = [
    at(mesh(box(width, 0.0018, depth, 0.0004), paper('#a79a88', 1.2)), 0, 0.0009, 0),
    at(mesh(box(width - 0.0006, 0.0074, depth - 0.0006, 0.0004), sheets('#f3eee3')), 0, 0.0055, 0),
    printedSheet(banded ? 0 : 0.16),
    at(mesh(box(width, 0.0092, 0.004, 0.0009), paint('#dcd3c2', 0.1)), 0, 0.0049, -depth / 2 + 0.001),
  ]
  if (banded) {
    const card = paper(band, 1)
    const [reach, wide] = [depth / 2 + 0.0014, 0.082]
    const way = pathOf([-reach, -0.0002], 90, [
      ['go', 0.0088],
      ['turn', 0.0016, -90],
      ['go', reach * 2 - 0.0032],
      ['turn', 0.0016, -90],
      ['go', 0.0088],
    ])
    const wrap = slab(swept(way, wide), { thickness: 0.0007, size: [way.length, wide], segments: [90, 4] })
    parts.push(at(turned(mesh(wrap, card), 0, 90), -0.062, 0.0006, 0))
    parts.push(at(mesh(box(0.034, 0.0002, 0.0012, 0.0001), paint('#4a4650', 0.1)), -0.062, 0.0117, -0.006))
    parts.push(at(mesh(box(0.022, 0.0002, 0.0012, 0.0001), paint('#4a4650', 0.1)), -0.068, 0.0117, 0.003))
  }
  return group(...parts)
}

export const weekAheadPad: Model = {
  build: ({ color }) => pad(color, true),
  set: 'sweep',
  view: { turn: -20, elevation: 46, fill: 0.8 },
  detail: {
    code: 'wisteria',
    build: ({ color }) =>
      group(pad(color, false), at(turned(pencil(color, 0.16), 0, 62), -0.02, 0.0098, 0.01)),
    view: {
      turn: -24,
      elevation: 42,
      crop: { center: [0.02, 0.01, 0.01], radius: 0.105 },
      fill: 1,
      aperture: 0.01,
    },
  },
}
