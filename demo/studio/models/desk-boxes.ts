import { type Object3D } from 'three'
import { paint, plastic } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { boxMapped } from '../faces.ts'
import { at, box, extrude, group, mesh, rod, roundedHole, roundedRectangle, turned } from '../shapes.ts'
import { oakLook, timber } from './furniture-joinery.ts'
import { tube } from '../tubes.ts'

export const outOfSightBox: Model = {
  build: (look) => cableBox(look, false),
  set: 'sweep',
  view: { turn: -30, elevation: 20, fill: 0.76 },
  detail: {
    code: 'charcoal',
    build: (look) => cableBox(look, true),
    view: { turn: -24, elevation: 44, fill: 0.8 },
  },
}

function cableBox({ color }: Look, open: boolean): Object3D {
  const shell = plastic(color, 0.18)
  const dark = paint('#232323', 0.05)
  const [width, depth, height] = [0.4, 0.15, 0.114]
  const outline = roundedRectangle(width, depth, 0.026)
  outline.holes.push(roundedHole(width - 0.007, depth - 0.007, 0.0225))
  const wall = extrude(outline, height, 0.0009, 'x', 32).rotateX(-Math.PI / 2)
  const floor = extrude(roundedRectangle(width - 0.006, depth - 0.006, 0.023), 0.006, 0.001).rotateX(
    -Math.PI / 2,
  )
  const lid = boxMapped(
    extrude(roundedRectangle(width, depth, 0.026), 0.0135, 0.0028, 'x', 32).rotateX(-Math.PI / 2),
    'x',
  )
  const slot = (x: number): Object3D =>
    at(
      mesh(
        extrude(roundedRectangle(0.046, 0.013, 0.0064), 0.0012, 0.0004).rotateY((Math.sign(x) * Math.PI) / 2),
        dark,
      ),
      x - Math.sign(x) * 0.0007,
      0.036,
      0,
    )
  const cable = (x: number): Object3D => {
    const s = Math.sign(x)
    return mesh(
      tube(
        [
          [x - s * 0.02, 0.036, 0.006],
          [x + s * 0.02, 0.034, 0.007],
          [x + s * 0.05, 0.008, 0.016],
          [x + s * 0.085, 0.0036, 0.04],
          [x + s * 0.13, 0.0036, 0.055],
        ],
        0.0034,
        { steps: 60 },
      ),
      plastic('#e7e3da', 0.3),
    )
  }
  const feet = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) => at(mesh(rod(0.008, 0.007, 0.003, 0.001), dark), x * 0.17, 0, z * 0.048)),
  )
  const body = group(
    at(mesh(wall, shell), 0, 0.003, 0),
    at(mesh(floor, shell), 0, 0.003, 0),
    slot(-width / 2),
    slot(width / 2),
    ...feet,
  )
  if (!open)
    return group(
      body,
      at(mesh(lid, timber(oakLook)), 0, 0.003 + height + 0.0012, 0),
      at(
        mesh(
          extrude(roundedRectangle(width - 0.009, depth - 0.009, 0.022), 0.004, 0.0005).rotateX(-Math.PI / 2),
          dark,
        ),
        0,
        0.003 + height - 0.002,
        0,
      ),
      cable(width / 2),
    )
  const strip = group(
    at(mesh(box(0.31, 0.04, 0.052, 0.008), plastic('#ece8df', 0.4)), 0, 0.032, 0),
    ...[-2, -1, 0, 1, 2].flatMap((i) => [
      at(mesh(rod(0.0185, 0.0185, 0.0016, 0.0006), plastic('#dcd7cb', 0.3)), i * 0.058, 0.0517, 0),
      at(mesh(rod(0.0026, 0.0026, 0.001, 0.0002), dark), i * 0.058 - 0.0095, 0.0531, 0),
      at(mesh(rod(0.0026, 0.0026, 0.001, 0.0002), dark), i * 0.058 + 0.0095, 0.0531, 0),
    ]),
    at(mesh(box(0.05, 0.05, 0.046, 0.007), plastic('#f2efe8', 0.5)), -0.117, 0.077, 0),
    at(mesh(box(0.036, 0.032, 0.036, 0.006), plastic('#3b3a39', 0.4)), 0.058, 0.069, 0),
    mesh(
      tube(
        [
          [0.058, 0.085, 0],
          [0.062, 0.106, 0.01],
          [0.1, 0.098, 0.035],
          [0.15, 0.06, 0.04],
          [0.185, 0.04, 0.012],
        ],
        0.0028,
        { steps: 60 },
      ),
      plastic('#3b3a39', 0.4),
    ),
    mesh(
      tube(
        [
          [-0.117, 0.1, 0.004],
          [-0.11, 0.11, 0.02],
          [-0.06, 0.085, 0.048],
          [0, 0.06, 0.05],
          [0.06, 0.06, 0.05],
          [0.14, 0.05, 0.03],
          [0.19, 0.038, 0.004],
        ],
        0.0026,
        { steps: 80 },
      ),
      plastic('#e7e3da', 0.4),
    ),
  )
  const leaning = at(turned(mesh(lid, timber(oakLook)), 0, 7, 0), 0.05, 0, 0.185)
  return group(body, strip, leaning, cable(width / 2))
}
