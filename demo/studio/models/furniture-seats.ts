import { CatmullRomCurve3, Vector3, type BufferGeometry, type Object3D } from 'three'
import { canvas } from '../cloths.ts'
import { shift } from '../color.ts'
import { metal, paper, wood } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { smoothstep, tiledFractal } from '../noise.ts'
import { boxMapped } from '../faces.ts'
import { at, group, lathe, mesh, rod, turned } from '../shapes.ts'
import { colorTexture, normalTexture } from '../textures.ts'
import { beam, between, endGrain, leg, oakLook, plyEdge, timber } from './furniture-joinery.ts'
import { pathOf, slab, swept, type Surface } from './textiles-cloth.ts'
import { sweep } from '../tubes.ts'

const threeWays = [90, 210, 330].map((degrees) => (degrees * Math.PI) / 180)

function perch(look: Look, height: number): Object3D {
  const material = timber(look)
  const top = height
  const seat = lathe(
    [
      [0, top - 0.036],
      [0.135, top - 0.034, 0.02],
      [0.166, top - 0.02, 0.012],
      [0.17, top - 0.006, 0.006],
      [0.163, top, 0.006],
      [0.145, top - 0.0005, 0.02],
      [0.1, top - 0.004, 0.02],
      [0, top - 0.006],
    ],
    120,
  )
  const parts = [mesh(boxMapped(seat, 'x'), material)]
  for (const angle of threeWays) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const [foot, head] = [0.1 + height * 0.155, 0.1]
    parts.push(
      mesh(
        leg([c * foot, 0, s * foot], [c * head, top - 0.03, s * head], [0.0115, 0.0195, 0.0155]),
        material,
      ),
      at(mesh(rod(0.0135, 0.0135, 0.0016, 0.0005), endGrain(look)), c * head, top - 0.0055, s * head),
    )
    const wedge = at(
      mesh(rod(0.0015, 0.0015, 0.0008, 0.0001), timber({ code: 'walnut', color: '#4a3527' })),
      c * head,
      top - 0.0041,
      s * head,
    )
    wedge.scale.set(1, 1, 8)
    wedge.rotation.y = -angle
    parts.push(wedge)
  }
  if (height > 0.5) {
    const level = 0.22
    const reach = 0.1 + height * 0.155 * (1 - level / height)
    threeWays.forEach((angle, i) => {
      const next = threeWays[(i + 1) % 3] ?? 0
      parts.push(
        mesh(
          leg(
            [Math.cos(angle) * reach, level + i * 0.018, Math.sin(angle) * reach],
            [Math.cos(next) * reach, level + i * 0.018, Math.sin(next) * reach],
            [0.008, 0.0115, 0.008],
          ),
          material,
        ),
      )
    })
  }
  return group(...parts)
}

export const perchStool: Model = {
  build: (look) => perch(look, 0.45),
  set: 'sweep',
  view: { turn: 14, elevation: 17 },
  detail: {
    code: 'walnut',
    build: (look) =>
      group(
        at(turned(perch(look, 0.65), 0, 20), -0.16, 0, -0.14),
        at(turned(perch(look, 0.45), 0, -14), 0.2, 0, 0.14),
      ),
    view: { turn: 0, elevation: 15, fill: 0.7 },
  },
}

function trio({ color }: Look): Object3D {
  const stained = wood('birch', color, { gloss: 0.2, scale: 1.1 })
  const edge = plyEdge(color)
  const seat = lathe(
    [
      [0, 0.414],
      [0.188, 0.414, 0.002],
      [0.19, 0.4165],
      [0.19, 0.4375],
      [0.188, 0.44, 0.002],
      [0, 0.44],
    ],
    120,
  )
  const rim = lathe(
    [
      [0.1902, 0.4165],
      [0.1902, 0.4375],
    ],
    120,
  )
  const way = pathOf([0.055, 0.404], 0, [
    ['go', 0.088],
    ['turn', 0.06, -86],
    ['go', 0.348],
  ])
  const legs = threeWays.flatMap((angle) => {
    const bent = slab(swept(way, 0.056), {
      thickness: 0.02,
      size: [way.length, 0.056],
      segments: [44, 2],
      rim: 0.003,
      squareness: 3,
    })
    const sides = [-1, 1].map((side) => {
      const strip = slab(
        (u, v) => {
          const [here, on] = [way.at(u), way.at(Math.min(1, u + 0.001))]
          const back = way.at(Math.max(0, u - 0.001))
          const [dx, dy] = [on.x - back.x, on.y - back.y]
          const length = Math.hypot(dx, dy)
          const off = (v - 0.5) * 0.0155
          return new Vector3(here.x - (dy / length) * off, here.y + (dx / length) * off, side * 0.0279)
        },
        { thickness: 0.0006, size: [way.length, 0.0155], segments: [40, 1], rim: 0.0002 },
      )
      return mesh(strip, edge)
    })
    return turned(group(mesh(bent, stained), ...sides), 0, -(angle * 180) / Math.PI)
  })
  return group(mesh(boxMapped(seat, 'x'), stained), mesh(rim, edge), ...legs)
}

export const trioStool: Model = {
  build: (look) => trio(look),
  set: 'sweep',
  view: { turn: 16, elevation: 20 },
  detail: {
    code: 'rust',
    build: (look) => group(...[0, 1, 2, 3].map((i) => at(turned(trio(look), 0, i * 19), 0, i * 0.062, 0))),
    view: { turn: 30, elevation: 15, fill: 0.7 },
  },
}

/** Paper cord woven as an envelope: from each side to the diagonals. */
function cordMaterial(size: readonly [number, number]): ReturnType<typeof paper> {
  const cords = 86
  const height = (u: number, v: number): number => {
    const [x, z] = [Math.abs(u - 0.5), Math.abs(v - 0.5)]
    const across = x > z ? v : u
    const twist = 0.12 * Math.sin(((x > z ? u : v) * 90 + across * cords) * 2 * Math.PI)
    const seam = smoothstep(0, 0.006, Math.abs(x - z))
    return Math.abs(Math.sin(across * cords * Math.PI)) ** 0.7 * (0.4 + 0.6 * seam) + twist * seam
  }
  const material = paper('#d9c39c')
  const [pale, deep] = [shift('#dcc7a1', { l: 0.01 }), shift('#a98a5c', { l: -0.02 })]
  material.color.set('#ffffff')
  material.map = colorTexture(
    `paper cord ${size.join()}`,
    size,
    (u, v, into) => {
      into.copy(deep).lerp(pale, smoothstep(0.1, 0.75, height(u, v) + 0.12 * tiledFractal(u, v, 6, 6, 3, 3)))
    },
    1024,
  )
  material.normalMap = normalTexture('paper cord', size, 0.0024, height, 1024)
  return material
}

function lunchChair(look: Look): Object3D {
  const material = timber(look)
  const size = [0.455, 0.425] as const
  const cushioned: Surface = (u, v) => {
    const [x, z] = [u * 2 - 1, v * 2 - 1]
    const taper = 1 - 0.06 * (1 - v)
    return new Vector3(
      (x * size[0] * taper) / 2,
      0.441 - 0.011 * (1 - x * x) * (1 - z * z),
      (z * size[1]) / 2,
    )
  }
  const seat = mesh(
    slab(cushioned, { thickness: 0.033, size, segments: [40, 40], rim: 0.016 }),
    cordMaterial(size),
  )
  const parts: Object3D[] = [seat]
  const bow: Surface = (u, v) => {
    const x = (u * 2 - 1) * 0.262
    const wrap = (x / 0.262) ** 2
    const lean = (v - 0.5) * 0.105
    return new Vector3(x, 0.69 + lean * (1 - 0.34 * wrap) - 0.012 * wrap, -0.258 + 0.088 * wrap - lean * 0.28)
  }
  parts.push(
    mesh(
      slab(bow, {
        thickness: (u) => 0.024 - 0.006 * (u * 2 - 1) ** 2,
        size: [0.57, 0.105],
        segments: [60, 14],
        rim: 0.014,
      }),
      material,
    ),
  )
  for (const side of [-1, 1]) {
    const back = new CatmullRomCurve3([
      new Vector3(side * 0.205, 0, -0.245),
      new Vector3(side * 0.203, 0.22, -0.212),
      new Vector3(side * 0.203, 0.44, -0.2),
      new Vector3(side * 0.207, 0.6, -0.217),
      new Vector3(side * 0.211, 0.7, -0.232),
    ])
    parts.push(
      mesh(leg([side * 0.236, 0, 0.222], [side * 0.226, 0.462, 0.2], [0.0115, 0.018, 0.0165]), material),
      mesh(
        sweep(
          (t) => back.getPoint(t),
          (t) => 0.0125 + 0.0065 * Math.sin(Math.min(1, t * 1.25) * Math.PI) ** 0.8,
          { steps: 60, around: 24 },
        ),
        material,
      ),
      mesh(leg([side * 0.23, 0.235, 0.21], [side * 0.204, 0.235, -0.212], [0.008, 0.0115, 0.008]), material),
    )
  }
  parts.push(
    mesh(leg([-0.232, 0.29, 0.21], [0.232, 0.29, 0.21], [0.008, 0.0115, 0.008]), material),
    mesh(leg([-0.205, 0.29, -0.21], [0.205, 0.29, -0.21], [0.008, 0.0115, 0.008]), material),
  )
  return group(...parts)
}

export const longLunchChair: Model = {
  build: lunchChair,
  set: 'sweep',
  view: { turn: 35, elevation: 14 },
  detail: {
    code: 'walnut',
    view: {
      turn: -30,
      elevation: 42,
      crop: { center: [0.08, 0.44, 0.1], radius: 0.17 },
      fill: 0.9,
      aperture: 0.02,
    },
  },
}

function porch({ color }: Look): Object3D {
  const oak = timber(oakLook)
  const brass = metal('#b6924f', { polish: 0.6 })
  const parts: Object3D[] = []
  for (const side of [-1, 1]) {
    parts.push(
      mesh(beam([side * 0.275, 0.008, 0.3], [side * 0.275, 0.8, -0.36], 0.024, 0.046, 0.007), oak),
      mesh(beam([side * 0.247, 0.008, -0.36], [side * 0.247, 0.39, 0.38], 0.024, 0.046, 0.007), oak),
      turned(at(mesh(rod(0.009, 0.009, 0.006, 0.002), brass), side * 0.286, 0.243, 0.098), 0, 0, -side * 90),
    )
  }
  const bar = (width: number, y: number, z: number, radius: number): BufferGeometry =>
    between(rod(radius, radius, width, 0.002), [-width / 2, y, z], [width / 2, y, z])
  parts.push(
    mesh(bar(0.58, 0.775, -0.338, 0.0125), oak),
    mesh(bar(0.53, 0.372, 0.345, 0.0125), oak),
    mesh(bar(0.56, 0.07, 0.246, 0.011), oak),
    mesh(bar(0.5, 0.045, -0.29, 0.011), oak),
  )
  const hang = new CatmullRomCurve3(
    [
      [0.764, -0.322],
      [0.789, -0.328],
      [0.792, -0.345],
      [0.768, -0.356],
      [0.66, -0.312],
      [0.52, -0.245],
      [0.385, -0.16],
      [0.305, -0.045],
      [0.288, 0.06],
      [0.312, 0.175],
      [0.358, 0.285],
      [0.386, 0.335],
      [0.388, 0.352],
      [0.37, 0.363],
      [0.354, 0.352],
    ].map(([y = 0, z = 0]) => new Vector3(0, y, z)),
  )
  const sling: Surface = (u, v) => {
    const point = hang.getPointAt(u)
    const x = v * 2 - 1
    const free = Math.sin(Math.PI * Math.min(1, Math.max(0, (u - 0.1) / 0.8)))
    return new Vector3(x * (0.214 - 0.009 * free), point.y - 0.012 * free * (1 - x * x), point.z)
  }
  const cloth = slab(sling, {
    thickness: 0.0036,
    size: [1.32, 0.43],
    segments: [110, 30],
    relief: (u, v) => 0.0012 * Math.sin(u * 60 + v * 4) * Math.exp(-Math.min(v, 1 - v) * 26),
  })
  return group(...parts, mesh(cloth, canvas(color, 1.6)))
}

export const porchChair: Model = {
  build: porch,
  set: 'sweep',
  view: { turn: 38, elevation: 15 },
  detail: { code: 'moss', view: { turn: 118, elevation: 12, fill: 0.62 } },
}
