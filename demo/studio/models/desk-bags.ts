import { CatmullRomCurve3, Vector3, type BufferGeometry, type Object3D } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { canvas, cotton, felt } from '../cloths.ts'
import { lightness, shiftHex } from '../color.ts'
import { leather, metal, paint, paper } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { fractal, smoothstep } from '../noise.ts'
import { at, box, extrude, group, mesh, rod, roundedRectangle, tube, turned, type Point } from '../shapes.ts'
import { pen, pencil } from './desk-writing.ts'
import { sprig } from './furniture-props.ts'
import { pathOf, slab, swept, type Step } from './textiles-cloth.ts'

/** A band along points, its flat side to `face`. */
function strap(points: readonly Point[], width: number, face: Vector3, thickness = 0.0036): BufferGeometry {
  const curve = new CatmullRomCurve3(points.map((point) => new Vector3(...point)))
  return slab(
    (u, v) => {
      const tangent = curve.getTangent(u)
      const across = new Vector3().crossVectors(face, tangent).normalize()
      return curve.getPoint(u).addScaledVector(across, (v - 0.5) * width)
    },
    { thickness, size: [curve.getLength(), width], segments: [110, 6], rim: 0.0016 },
  )
}

/** Small stitches along a line. */
function stitches(points: readonly Point[], color: string, length = 0.004, radius = 0.0005): Object3D {
  const curve = new CatmullRomCurve3(
    points.map((point) => new Vector3(...point)),
    false,
    'catmullrom',
    0,
  )
  const count = Math.max(2, Math.round(curve.getLength() / (length * 1.55)))
  const thread = paint(color, 0.1)
  const one = (i: number): BufferGeometry => {
    const [from, to] = [curve.getPointAt(i / count), curve.getPointAt((i + 0.65) / count)]
    const middle = from.clone().lerp(to, 0.5)
    return tube([from.toArray(), middle.toArray(), to.toArray()], radius, { steps: 3, around: 5 })
  }
  return mesh(mergeGeometries(Array.from({ length: count }, (_, i) => one(i))), thread)
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
        const mouth = way === 1 && u > 0.999 ? 0 : 0
        return new Vector3((x * width * corner) / 2, y + way * puff + mouth, (z * height * corner) / 2)
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

export const softLandingSleeve: Model = {
  build: (look) => at(turned(group(at(sleeve(look), 0, 0.0065, 0)), 0, 0), 0, 0, 0),
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

function rolled({ color }: Look): Object3D {
  const cloth = canvas(color, 0.95)
  const thickness = 0.0042
  const steps: Step[] = []
  for (let i = 0; i < 54; i++) steps.push(['turn', 0.0105 + (i / 12) * thickness * 1.16, 30])
  const way = pathOf([0, 0], 0, steps)
  const last = way.at(1)
  let low = 0
  for (let i = 0; i <= 200; i++) low = Math.min(low, way.at(i / 200).y)
  const roll = slab(
    swept(way, 0.21, (point, u, v) => {
      point.z += (noiseOf(u) * 0.004 + 0.002 * fractal(u * 30, 2)) * (v * 2 - 1)
      point.y += 0.0012 * fractal(point.z * 14, u * 9, 3)
      point.x += 0.0012 * fractal(point.z * 14, u * 9, 8)
    }),
    { thickness: thickness * 0.93, size: [way.length, 0.21], segments: [300, 24], rim: 0.0016 },
  )
  const radius = Math.hypot(last.x - 0, last.y - 0.011) + 0.0028
  const cordMaterial = leather('#8a6142')
  const turnOf = (z: number): Object3D => {
    const ring = Array.from({ length: 20 }, (_, i): Point => {
      const angle = (i / 20) * 2 * Math.PI
      return [
        Math.cos(angle) * (radius - 0.0004),
        0.0115 + Math.sin(angle) * (radius - 0.0004),
        z + 0.0022 * Math.sin(angle),
      ]
    })
    return mesh(tube(ring, 0.0016, { steps: 120, closed: true, around: 10 }), cordMaterial)
  }
  const knot = at(mesh(rod(0.0042, 0.0042, 0.008, 0.0036), cordMaterial), 0.012, radius + 0.0085, 0.004)
  const ends = [
    tube(
      [
        [0.012, radius + 0.012, 0.004],
        [0.026, radius + 0.008, 0.014],
        [0.036, 0.02, 0.028],
        [0.043, -0.016, 0.04],
        [0.055, low + 0.0018, 0.052],
        [0.078, low + 0.0018, 0.064],
      ],
      0.0016,
      { steps: 70, around: 10 },
    ),
    tube(
      [
        [0.012, radius + 0.012, 0.004],
        [0.028, radius + 0.004, -0.004],
        [0.037, 0.014, -0.012],
        [0.042, -0.018, -0.018],
        [0.056, low + 0.0018, -0.02],
        [0.07, low + 0.0018, -0.012],
      ],
      0.0016,
      { steps: 70, around: 10 },
    ),
  ]
  const things = [
    at(turned(pencil('#a3563b', 0.16), 0, 90), 0.003, 0.002, 0.032),
    at(turned(pencil('#e3d7c3', 0.16), 0, 90), -0.004, 0.013, 0.026),
  ]
  return at(
    group(
      mesh(roll, cloth),
      turnOf(-0.003),
      turnOf(0.0045),
      turnOf(0.001),
      knot,
      ...ends.map((end) => mesh(end, cordMaterial)),
      ...things,
    ),
    0,
    -low + thickness / 2,
    0,
  )
}

function noiseOf(u: number): number {
  return fractal(u * 3.1, 5.5)
}

function unrolled({ color }: Look): Object3D {
  const cloth = canvas(color, 0.95)
  const [width, height, places] = [0.36, 0.21, 9]
  const back = slab(
    (u, v) =>
      new Vector3(
        (u - 0.5) * width,
        0.0022 + 0.003 * Math.max(0, fractal(u * 3, v * 2, 4)) + 0.02 * Math.max(0, u - 0.93) ** 1.2,
        (v - 0.5) * height,
      ),
    { thickness: 0.0026, size: [width, height], segments: [70, 30] },
  )
  const filled = [1, 1, 0, 1, 1, 1, 0, 1, 1]
  const pocket = slab(
    (u, v) => {
      const inPlace = u * places
      const index = Math.min(places - 1, Math.floor(inPlace))
      const across = inPlace - index
      const swell =
        Math.sin(Math.PI * across) ** 0.7 *
        ((filled[index] ?? 0) === 1 ? 0.0098 : 0.0028) *
        Math.min(1, (1 - v) * 5)
      return new Vector3(
        (u - 0.5) * width,
        0.0046 + swell + 0.02 * Math.max(0, u - 0.93) ** 1.2,
        -0.012 + v * 0.116,
      )
    },
    { thickness: 0.0024, size: [width, 0.116], segments: [190, 24], rim: 0.0011 },
  )
  const thread = shiftHex(color, { l: lightness(color) > 0.6 ? -0.14 : 0.18 })
  const seams = Array.from({ length: places - 1 }, (_, i) => {
    const x = ((i + 1) / places - 0.5) * width
    return stitches(
      [
        [x, 0.0062, -0.01],
        [x, 0.0062, 0.045],
        [x, 0.0062, 0.1],
      ],
      thread,
      0.0036,
      0.0005,
    )
  })
  const slot = (i: number): number => ((i + 0.5) / places - 0.5) * width
  const into = (thing: Object3D, i: number, z: number, y = 0.004): Object3D =>
    at(turned(thing, 0, -90), slot(i), y + 0.0032, z - 0.018)
  return group(
    mesh(back, cloth),
    mesh(pocket, cloth),
    ...seams,
    into(pencil('#f1ede4'), 0, -0.004),
    into(pencil('#a3563b'), 1, 0.0),
    into(pen({ code: 'brass', color: '#b6924f' }), 3, -0.004, 0.0045),
    into(pen({ code: 'steel', color: '#b4b8b9' }), 4, 0.002, 0.0045),
    into(pencil('#a2ac90', 0.15), 5, 0.004),
    at(
      mesh(box(0.024, 0.0018, 0.16, 0.0005, 'z'), metal('#b4b8b9', { polish: 0.4, brushed: 1 })),
      slot(7),
      0.0062,
      -0.02,
    ),
    into(pencil('#2d323d', 0.165), 8, 0.002),
    mesh(
      tube(
        [
          [0.178, 0.006, 0],
          [0.2, 0.004, 0.01],
          [0.216, 0.0017, 0.035],
          [0.2, 0.0017, 0.07],
          [0.215, 0.0017, 0.1],
        ],
        0.0016,
        { steps: 60, around: 10 },
      ),
      leather('#8a6142'),
    ),
  )
}

export const rollCallCase: Model = {
  build: rolled,
  set: 'sweep',
  view: { turn: 48, elevation: 24, fill: 0.68 },
  detail: { code: 'moss', build: unrolled, view: { turn: -14, elevation: 48, fill: 0.82 } },
}
