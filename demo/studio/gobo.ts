import { CanvasTexture, RepeatWrapping, type Texture } from 'three'
import { random } from './noise.ts'

/* What stands between the sun and the set, as its shadow: white lets light through. */

const made = new Map<string, Texture>()

/** Panes of a window, with a branch before it. */
export function windowShade(leaves: boolean): Texture {
  const key = String(leaves)
  const known = made.get(key)
  if (known !== undefined) return known
  const size = 1024
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('no canvas')
  pen.fillStyle = '#2a2a2a'
  pen.fillRect(0, 0, size, size)
  pen.filter = 'blur(7px)'
  pen.fillStyle = '#ffffff'
  for (const x of [0.14, 0.4, 0.66])
    for (const y of [0.08, 0.37, 0.66]) pen.fillRect(x * size, y * size, 0.235 * size, 0.262 * size)
  if (leaves) branches(pen, size)
  const texture = new CanvasTexture(canvas)
  texture.wrapS = texture.wrapT = RepeatWrapping
  made.set(key, texture)
  return texture
}

function branches(pen: CanvasRenderingContext2D, size: number): void {
  const chance = random(23)
  pen.filter = 'blur(5px)'
  for (const [x0, y0, angle0, length] of [
    [0.95, 0.1, 2.6, 0.75],
    [0.9, 0.55, 2.9, 0.6],
    [0.75, 0.95, 3.6, 0.55],
  ] as const) {
    let [x, y, angle] = [x0 * size, y0 * size, angle0]
    for (let step = 0; step < 16; step++) {
      const [nx, ny] = [
        x + (Math.cos(angle) * length * size) / 16,
        y + (Math.sin(angle) * length * size) / 16,
      ]
      pen.strokeStyle = '#3c3c3c'
      pen.lineWidth = 5
      pen.beginPath()
      pen.moveTo(x, y)
      pen.lineTo(nx, ny)
      pen.stroke()
      for (const side of [-1, 1]) {
        const turn = angle + side * (0.7 + chance() * 0.5)
        const reach = (0.035 + chance() * 0.035) * size
        pen.fillStyle = chance() < 0.5 ? '#3a3a3a' : '#565656'
        pen.beginPath()
        pen.ellipse(
          nx + Math.cos(turn) * reach,
          ny + Math.sin(turn) * reach,
          reach,
          reach * 0.36,
          turn,
          0,
          Math.PI * 2,
        )
        pen.fill()
      }
      ;[x, y] = [nx, ny]
      angle += (chance() - 0.5) * 0.35
    }
  }
}
