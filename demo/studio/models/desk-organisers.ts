import { Shape, Vector3, type Object3D } from 'three'
import { felt } from '../cloths.ts'
import { cork, metal, paper, powderCoat } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { fractal } from '../noise.ts'
import { at, box, extrude, group, mesh, rod, turned } from '../shapes.ts'
import { notebook } from './desk-notebooks.ts'
import { plyEdge, timber } from './furniture-joinery.ts'
import { bookPile, cup, quietVolumes, sprig, vase } from './furniture-props.ts'
import { pathOf, slab, swept, type FlatPath } from './textiles-cloth.ts'
import { pen } from './desk-pens.ts'

export const somedayTray: Model = {
  build: (look) =>
    group(
      tray(look),
      at(papers(7, 2), 0, 0.0062, 0),
      at(tray(look), 0, 0.0655, 0),
      at(papers(2, 7), 0, 0.0715, 0),
    ),
  set: 'sweep',
  view: { turn: 32, elevation: 22, fill: 0.7 },
  detail: {
    code: 'sage',
    build: (look) =>
      group(
        tray(look),
        at(papers(3, 5), 0, 0.0062, 0),
        at(turned(pen({ code: 'brass', color: '#b6924f' }), 0, 58), 0.02, 0.0155, 0.05),
      ),
    view: { turn: -30, elevation: 34, fill: 0.76 },
  },
}

/** Folded from one sheet: its mouth to the front (+z). */
function tray({ color }: Look): Object3D {
  const coat = powderCoat(color)
  const [width, height, depth, sheet] = [0.24, 0.065, 0.32, 0.0018]
  const flank = new Shape()
  flank.moveTo(-depth / 2, 0)
  flank.lineTo(-depth / 2, height - 0.006)
  flank.quadraticCurveTo(-depth / 2, height, -depth / 2 + 0.006, height)
  flank.lineTo(0.05, height)
  flank.bezierCurveTo(0.1, height, 0.1, 0.024, depth / 2 - 0.012, 0.019)
  flank.quadraticCurveTo(depth / 2, 0.018, depth / 2, 0.006)
  flank.lineTo(depth / 2, 0)
  flank.closePath()
  const side = (x: number): Object3D => {
    const wall = extrude(flank, sheet, 0.0005, 'x', 30).rotateY(-Math.PI / 2)
    return at(mesh(wall, coat), x, 0.002, 0)
  }
  const way = pathOf([-depth / 2 + 0.0009, height - 0.002], -90, [
    ['go', height - 0.012],
    ['turn', 0.009, 90],
    ['go', depth - 0.022],
    ['turn', 0.009, 72],
    ['go', 0.006],
  ])
  const floor = slab(swept(way, width - 0.001), {
    thickness: sheet,
    size: [way.length, width],
    segments: [80, 4],
    rim: 0.0007,
  })
  const feet = [-1, 1].map((x) =>
    at(mesh(box(0.016, 0.003, depth - 0.06, 0.001), cork()), x * 0.098, 0.0012, 0),
  )
  return group(
    at(turned(mesh(floor, coat), 0, -90), 0, 0.001, 0),
    side(-width / 2 + sheet),
    side(width / 2),
    ...feet,
  )
}

function papers(count: number, seed: number): Object3D {
  return group(
    ...Array.from({ length: count }, (_, i) => {
      const sheet = slab(
        (u, v) =>
          new Vector3(
            (u - 0.5) * 0.206,
            i * 0.0011 + 0.0014 * fractal(u * 2 + i, v * 2, seed) + 0.004 * Math.max(0, v - 0.7) ** 2 * i,
            (v - 0.5) * 0.29,
          ),
        { thickness: 0.0006, size: [0.206, 0.29], segments: [12, 16] },
      )
      return at(
        turned(
          mesh(sheet, paper(['#f4f0e7', '#efe9db', '#f6f3ec', '#e6ddcb'][i % 4] ?? '#f4f0e7', 0.6)),
          0,
          fractal(i * 1.9, seed) * 7,
        ),
        fractal(i, 4, seed) * 0.006,
        0,
        -0.008 + fractal(i, 9, seed) * 0.01,
      )
    }),
  )
}

export const riserShelf: Model = {
  build: (look) => riser(look, 0.5),
  set: 'sweep',
  view: { turn: 30, elevation: 20, fill: 0.74 },
  detail: {
    code: 'walnut',
    build: (look) =>
      group(
        riser(look, 0.8),
        at(turned(bookPile(quietVolumes.slice(0, 3), 6), 0, 88), -0.22, 0.1135, -0.01),
        at(cup('#efe9dd'), -0.215, 0.1935, 0.0),
        at(vase('#b7ada0', 0.15), 0.25, 0.1135, -0.02),
        at(sprig(0.3, 11), 0.25, 0.235, -0.02),
        at(turned(group(at(notebook('#ddd3c2', 0.148, 0.21, 0.016), -0.07, 0, 0)), 0, 82), -0.08, 0, 0.02),
        at(turned(pen({ code: 'steel', color: '#b4b8b9' }), 0, 8), 0.12, 0.0045, 0.06),
      ),
    view: { turn: 20, elevation: 17, fill: 0.78 },
  },
}

function riser(look: Look, length: number): Object3D {
  const way = riserWay(length)
  const [depth, thickness] = [0.22, 0.0125]
  const plank = slab(swept(way, depth), {
    thickness,
    size: [way.length, depth],
    segments: [120, 8],
    rim: 0.0026,
    squareness: 2.4,
  })
  const edges = [-1, 1].map((side) => {
    const strip = slab(
      (u, v) => {
        const [before, after] = [way.at(Math.max(0, u - 0.002)), way.at(Math.min(1, u + 0.002))]
        const here = way.at(0.001 + 0.998 * u)
        const [dx, dy] = [after.x - before.x, after.y - before.y]
        const off = ((v - 0.5) * thickness * 0.78) / Math.hypot(dx, dy)
        return new Vector3(here.x - dy * off, here.y + dx * off, side * (depth / 2 - 0.0001))
      },
      { thickness: 0.0006, size: [way.length, thickness * 0.8], segments: [120, 1], rim: 0.0002 },
    )
    return mesh(
      strip,
      plyEdge(look.code === 'black-ash' ? '#6a5c4e' : look.code === 'walnut' ? '#a98a68' : '#d9bd92'),
    )
  })
  const reach = way.at(1).x
  const pads = [-1, 1].map((side) =>
    at(mesh(box(0.012, 0.003, depth - 0.05, 0.001), felt('#6f6a63', 0.5)), side * reach, 0.0008, 0),
  )
  return at(group(at(mesh(plank, timber(look)), 0, 0, 0), ...edges, ...pads), 0, 0.003, 0)
}

const riserWay = (length: number): FlatPath =>
  pathOf([-length / 2, 0], 88, [
    ['go', 0.066],
    ['turn', 0.038, -88],
    ['go', length - 0.078],
    ['turn', 0.038, -88],
    ['go', 0.066],
  ])

export const blankPageDeskMat: Model = {
  build: (look) =>
    deskMat(
      look,
      pathOf([-0.27, 0.0022], 0, [
        ['go', 0.43],
        ['turn', 0.043, 165],
        ['go', 0.03],
      ]),
    ),
  set: 'sweep',
  view: { turn: -28, elevation: 34, fill: 0.76 },
  detail: {
    code: 'moss',
    build: (look) =>
      group(
        deskMat(look, pathOf([-0.3, 0.0022], 0, [['go', 0.6]])),
        at(
          turned(group(at(notebook('#e3d7c3', 0.148, 0.21, 0.016), -0.074, 0, 0)), 0, -10),
          -0.09,
          0.0055,
          0.01,
        ),
        at(turned(pen({ code: 'brass', color: '#b6924f' }), 0, 74), 0.03, 0.01, 0.02),
        at(cup('#efe9dd'), 0.17, 0.0055, -0.05),
        at(mesh(rod(0.032, 0.032, 0.004, 0.0012), metal('#b4b8b9', { polish: 0.4 })), 0.17, 0.003, -0.05),
      ),
    view: { turn: -14, elevation: 42, fill: 0.84 },
  },
}

function deskMat({ color }: Look, way: FlatPath): Object3D {
  const width = 0.3
  const cornered = (point: Vector3, u: number): void => {
    const distance = Math.min(u, 1 - u) * way.length
    const keep =
      distance < 0.016
        ? 1 - (0.016 - Math.sqrt(Math.max(0, 0.016 ** 2 - (0.016 - distance) ** 2))) / (width / 2)
        : 1
    point.z *= keep
  }
  const upper = slab(swept(way, width, cornered), {
    thickness: 0.0042,
    size: [way.length, width],
    segments: [130, 40],
    rim: 0.0016,
    relief: (u, v) => 0.00035 * fractal(u * 60, v * 30, 3),
  })
  const below = slab(
    swept(way, width - 0.0006, (point, u) => {
      cornered(point, u)
      const [before, after] = [way.at(Math.max(0, u - 0.002)), way.at(Math.min(1, u + 0.002))]
      const length = before.distanceTo(after)
      point.x += ((after.y - before.y) / length) * 0.0026
      point.y -= ((after.x - before.x) / length) * 0.0026
    }),
    { thickness: 0.0014, size: [way.length, width], segments: [130, 20], rim: 0.0005 },
  )
  return group(at(mesh(upper, felt(color, 0.9)), 0, 0.0012, 0), at(mesh(below, cork()), 0, 0.0012, 0))
}
