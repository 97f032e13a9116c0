import { Vector3, type BufferGeometry, type Object3D } from 'three'
import { canvas, cotton, felt } from '../cloths.ts'
import { lightness, shiftHex } from '../color.ts'
import { leather, metal, paper } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { fractal, smoothstep } from '../noise.ts'
import { at, extrude, group, mesh, rod, roundedRectangle, turned, type Point } from '../shapes.ts'
import { sprig } from './furniture-props.ts'
import { pathOf, slab, swept, type Step } from './textiles-cloth.ts'
import { stitches, strap } from './desk-sewing.ts'

export const errandTote: Model = {
  build: tote,
  set: 'sweep',
  view: { turn: -26, elevation: 13, fill: 0.66 },
  detail: {
    code: 'moss',
    build: (look) =>
      group(
        tote(look),
        at(turned(sprig(0.42, 7, '#7f8a66'), 0, 0, -9), 0.07, 0.14, 0),
        at(turned(sprig(0.38, 15, '#7f8a66'), 4, 40, -3), 0.02, 0.16, -0.01),
        at(turned(paperRoll(0.3), 0, 0, 7), -0.05, 0.19, 0.0),
      ),
    view: { turn: 24, elevation: 17, fill: 0.72 },
  },
}

function tote({ color }: Look): Object3D {
  const cloth = canvas(color, 1.15)
  const [width, height, depth] = [0.38, 0.36, 0.14]
  const around = (width + depth) * 2
  const wall = slab(
    (u, v) => {
      const angle = u * 2 * Math.PI - Math.PI / 2
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      const power = 6 - 2.6 * v
      const k = (Math.abs(c) ** power + Math.abs(s) ** power) ** (-1 / power)
      const close = smoothstep(0.15, 1, v)
      const [x, z] = [c * k, s * k]
      const half = depth / 2 - 0.036 * close * (1 - 0.25 * x * x)
      const fold =
        -0.03 * close * Math.max(0, 1 - Math.abs(z) * 1.7) * Math.sign(x) * smoothstep(0.75, 1, Math.abs(x))
      const soft = fractal(x * 1.6 + 3, v * 2.2, z > 0 ? 4 : 9) * 0.016 * Math.min(1, v * 3 + 0.2)
      return new Vector3(
        ((x * width) / 2) * (1 + 0.025 * close) + fold,
        0.004 + v * height - 0.01 * close * x * x - 0.008 * (1 - Math.abs(x)) * close * (z > 0 ? 1 : 0.2),
        z * half + soft * Math.sign(z) + 0.012 * close * fractal(x * 1.2, 7),
      )
    },
    {
      thickness: (_, v) => (v > 0.92 ? 0.0046 : 0.003),
      size: [around, height],
      segments: [170, 70],
      rim: 0.0012,
      relief: (u, v, side) =>
        0.0022 * fractal(u * 34, v * 9, 5) * side +
        0.004 * Math.max(0, 1 - Math.abs(fractal(u * 13, v * 3.2, 12, 2)) * 5) ** 2 * (1 - v) * side,
    },
  )
  const bottom = at(
    mesh(
      extrude(roundedRectangle(width - 0.008, depth - 0.008, 0.02), 0.005, 0.0015).rotateX(-Math.PI / 2),
      cloth,
    ),
    0,
    0.002,
    0,
  )
  const inside = at(
    mesh(
      extrude(roundedRectangle(width - 0.03, depth - 0.06, 0.02), 0.003, 0.001).rotateX(-Math.PI / 2),
      cotton(shiftHex(color, { l: -0.1 })),
    ),
    0,
    0.03,
    0,
  )
  const handle = (z: number, lean: number, sway: number): Object3D => {
    const x = 0.078
    const face = new Vector3(0, 0, 1)
    const points: Point[] = [
      [-x, 0.235, z],
      [-x, 0.32, z * 0.93],
      [-x, 0.37, z * 0.86],
      [-x * 0.98, 0.44, z * 0.8 + lean * 0.3],
      [-x * 0.8 + sway, 0.52, z * 0.7 + lean * 0.75],
      [sway, 0.556, z * 0.6 + lean],
      [x * 0.8 + sway, 0.52, z * 0.7 + lean * 0.75],
      [x * 0.98, 0.44, z * 0.8 + lean * 0.3],
      [x, 0.37, z * 0.86],
      [x, 0.32, z * 0.93],
      [x, 0.235, z],
    ]
    return mesh(strap(points, 0.029, face), cloth)
  }
  const thread = shiftHex(color, { l: lightness(color) > 0.6 ? -0.12 : 0.16 })
  const patch = [-1, 1].map((side) => {
    const z = 0.0595
    const [left, right, low, high] = [side * 0.078 - 0.0105, side * 0.078 + 0.0105, 0.246, 0.29]
    return stitches(
      [
        [left, low, z + 0.0025],
        [right, high, z - 0.001],
        [left, high, z - 0.001],
        [right, low, z + 0.0025],
      ],
      thread,
      0.0042,
      0.00055,
    )
  })
  return group(
    mesh(wall, cloth),
    bottom,
    inside,
    handle(0.058, 0.012, 0.006),
    handle(-0.052, -0.02, -0.012),
    ...patch,
  )
}

/** A sheet of drawing paper, rolled up and standing. */
function paperRoll(height: number): Object3D {
  const turns: Step[] = Array.from({ length: 44 }, (_, i) => ['turn', 0.0125 + i * 0.00022, 30])
  const way = pathOf([0, 0], 0, turns)
  const roll = slab(swept(way, height), { thickness: 0.0007, size: [way.length, height], segments: [200, 6] })
  return group(at(turned(mesh(roll, paper('#f1ece2')), 90, 0, 0), 0, height / 2, 0))
}

export const softLandingSleeve: Model = {
  build: (look) => group(at(sleeve(look), 0, 0.0065, 0)),
  set: 'sweep',
  view: { turn: -26, elevation: 40, fill: 0.74 },
  detail: {
    code: 'charcoal',
    view: {
      turn: -40,
      elevation: 26,
      crop: { center: [0.14, 0.015, 0.01], radius: 0.075 },
      fill: 1,
      aperture: 0.02,
    },
  },
}

function sleeve({ color }: Look): Object3D {
  const cloth = felt(color, 1.05)
  const hide = leather('#a86f43')
  const [width, height, ply] = [0.33, 0.24, 0.0048]
  const sheet = (y: number, way: 1 | -1): BufferGeometry =>
    slab(
      (u, v) => {
        const [x, z] = [u * 2 - 1, v * 2 - 1]
        const corner = 1 - 0.05 * (Math.abs(x) ** 14 * Math.abs(z) ** 14)
        const puff = (1 - x ** 6) * Math.min(1, (1 - v ** 8) * 1.4) * 0.0068
        return new Vector3((x * width * corner) / 2, y + way * puff, (z * height * corner) / 2)
      },
      {
        thickness: ply,
        size: [width, height],
        segments: [60, 50],
        rim: 0.002,
        squareness: 2.5,
        relief: (u, v) => 0.0004 * fractal(u * 40, v * 30, 2),
      },
    )
  const thread = shiftHex(color, { l: lightness(color) > 0.55 ? -0.2 : 0.22 })
  const [x, z, y] = [width / 2 - 0.0065, height / 2 - 0.0065, 0.0132]
  const seam = [
    stitches(
      [
        [-x, y - 0.0005, -z],
        [-x, y, 0],
        [-x, y - 0.0005, z],
      ],
      thread,
      0.0048,
    ),
    stitches(
      [
        [-x, y - 0.0005, z],
        [0, y - 0.0005, z],
        [x, y - 0.0005, z],
      ],
      thread,
      0.0048,
    ),
    stitches(
      [
        [-x, y - 0.0005, -z],
        [0, y - 0.0005, -z],
        [x, y - 0.0005, -z],
      ],
      thread,
      0.0048,
    ),
  ]
  const laptop = group(
    at(
      mesh(
        extrude(roundedRectangle(0.304, 0.212, 0.012), 0.0045, 0.0018).rotateX(-Math.PI / 2),
        metal('#b4b8b9', { polish: 0.25 }),
      ),
      0.042,
      0.0088,
      0,
    ),
    at(
      mesh(
        extrude(roundedRectangle(0.304, 0.212, 0.012), 0.0058, 0.0018).rotateX(-Math.PI / 2),
        metal('#aeb2b3', { polish: 0.25 }),
      ),
      0.042,
      0.0028,
      0,
    ),
  )
  const tab = slab(
    (u, v) => {
      const wide = 0.0135 * (u < 0.8 ? 1 : Math.sqrt(Math.max(0.02, 1 - ((u - 0.8) / 0.2) ** 2)))
      return new Vector3(0.11 + u * 0.088, 0.0218 - 0.0075 * smoothstep(0.3, 1, u), (v * 2 - 1) * wide)
    },
    { thickness: 0.0026, size: [0.088, 0.027], segments: [50, 16], rim: 0.0009 },
  )
  const rivet = at(
    mesh(rod(0.004, 0.0036, 0.002, 0.0009), metal('#b6924f', { polish: 0.75 })),
    0.124,
    0.0222,
    0,
  )
  return group(
    mesh(sheet(0.0026, -1), cloth),
    mesh(sheet(0.0112, 1), cloth),
    laptop,
    mesh(tab, hide),
    rivet,
    ...seam,
  )
}
