import { Vector3, type Object3D } from 'three'
import { canvas } from '../cloths.ts'
import { lightness, shiftHex } from '../color.ts'
import { leather, metal } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { fractal } from '../noise.ts'
import { at, box, group, mesh, rod, turned, type Point } from '../shapes.ts'
import { pen, pencil } from './desk-pens.ts'
import { pathOf, slab, swept, type Step } from './textiles-cloth.ts'
import { stitches } from './desk-sewing.ts'
import { tube } from '../tubes.ts'

export const rollCallCase: Model = {
  build: rolled,
  set: 'sweep',
  view: { turn: 48, elevation: 24, fill: 0.68 },
  detail: { code: 'moss', build: unrolled, view: { turn: -14, elevation: 48, fill: 0.82 } },
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
      point.z += (fractal(u * 3.1, 5.5) * 0.004 + 0.002 * fractal(u * 30, 2)) * (v * 2 - 1)
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
