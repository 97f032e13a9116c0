import { Vector3, type Object3D } from 'three'
import { paint, paper } from '../materials.ts'
import type { Model } from '../model.ts'
import { fractal } from '../noise.ts'
import { at, box, group, mesh, turned } from '../shapes.ts'
import { colorTexture } from '../textures.ts'
import { pathOf, slab, swept } from './textiles-cloth.ts'
import { sheets } from './desk-notebooks.ts'
import { pencil } from './desk-pens.ts'

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
