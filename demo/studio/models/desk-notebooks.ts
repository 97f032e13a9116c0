import { Vector3, type Object3D } from 'three'
import { cotton, linen } from '../cloths.ts'
import { shift, shiftHex } from '../color.ts'
import { paper } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { noise } from '../noise.ts'
import { at, box, group, mesh, turned } from '../shapes.ts'
import { colorTexture } from '../textures.ts'
import { pathOf, slab, swept } from './textiles-cloth.ts'
import { pen } from './desk-pens.ts'

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

function closedNotebooks({ color }: Look): Object3D {
  const large = at(notebook(color, 0.148, 0.21, 0.0165), -0.074, 0, 0)
  const small = at(notebook(color, 0.105, 0.148, 0.0145), -0.0525, 0, 0)
  return group(large, at(turned(group(small), 0, -24), 0.012, 0.0168, 0.012))
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

/** Open in the middle: pages that rise from the seam and fall to both sides. */
function openNotebook({ color }: Look): Object3D {
  const [width, height] = [0.148, 0.21]
  const dots = paper('#efece6', 0.6)
  dots.color.set('#ffffff')
  dots.map = colorTexture(
    `dots`,
    [0.005, 0.005],
    (u, v, into) => {
      into.set(Math.hypot(u - 0.5, v - 0.5) < 0.075 ? '#98969a' : '#efece6')
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

function bookcloth(color: string): ReturnType<typeof linen> {
  const cloth = linen(color, 0.42)
  cloth.roughness = 0.8
  return cloth
}

/** The edges of many sheets: v across them. */
export function sheets(color = '#f0eadd'): ReturnType<typeof paper> {
  const material = paper(color, 0.5)
  const deep = shift(color, { l: -0.075 })
  material.color.set('#ffffff')
  material.map = colorTexture(`sheets ${color}`, [0.3, 0.006], (u, v, into) => {
    into.set(color).lerp(deep, Math.max(0, 0.25 + 0.75 * noise(u * 6, v * 44, 3)))
  })
  return material
}
