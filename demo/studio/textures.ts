import {
  Color,
  DataTexture,
  LinearFilter,
  LinearMipmapNearestFilter,
  NoColorSpace,
  RepeatWrapping,
  SRGBColorSpace,
} from 'three'

/*
 * Surfaces drawn by functions of (u, v) from 0 to 1 that repeat at the edges. All are kept: the next picture of the
 * same wood takes the same texture.
 */

/** Height from 0 to 1, or a colour, at a place of the surface. */
export type Height = (u: number, v: number) => number
export type Paint = (u: number, v: number, into: Color) => void

const kept = new Map<string, DataTexture>()

/** @param meters how much of the thing one repetition covers, across and along */
export function colorTexture(
  key: string,
  meters: readonly [number, number],
  paint: Paint,
  pixels = 512,
): DataTexture {
  return keep(`color ${key}`, () => {
    const data = new Uint8Array(pixels * pixels * 4)
    const color = new Color()
    for (let y = 0; y < pixels; y++) {
      for (let x = 0; x < pixels; x++) {
        paint(x / pixels, y / pixels, color)
        const at = (y * pixels + x) * 4
        data[at] = encode(color.r)
        data[at + 1] = encode(color.g)
        data[at + 2] = encode(color.b)
        data[at + 3] = 255
      }
    }
    const texture = finish(data, pixels, meters)
    texture.colorSpace = SRGBColorSpace
    return texture
  })
}

/** @param depth metres between height 0 and height 1 */
export function normalTexture(
  key: string,
  meters: readonly [number, number],
  depth: number,
  height: Height,
  pixels = 512,
): DataTexture {
  return keep(`normal ${key} ${depth} ${meters.join()}`, () => {
    const heights = new Float32Array(pixels * pixels)
    for (let y = 0; y < pixels; y++)
      for (let x = 0; x < pixels; x++) heights[y * pixels + x] = height(x / pixels, y / pixels)
    const sample = (x: number, y: number): number =>
      heights[((y + pixels) % pixels) * pixels + ((x + pixels) % pixels)] ?? 0
    const data = new Uint8Array(pixels * pixels * 4)
    const [sx, sy] = [(depth * pixels) / meters[0] / 2, (depth * pixels) / meters[1] / 2]
    for (let y = 0; y < pixels; y++) {
      for (let x = 0; x < pixels; x++) {
        const dx = (sample(x - 1, y) - sample(x + 1, y)) * sx
        const dy = (sample(x, y - 1) - sample(x, y + 1)) * sy
        const length = Math.hypot(dx, dy, 1)
        const at = (y * pixels + x) * 4
        data[at] = Math.round((dx / length) * 127.5 + 127.5)
        data[at + 1] = Math.round((dy / length) * 127.5 + 127.5)
        data[at + 2] = Math.round((1 / length) * 127.5 + 127.5)
        data[at + 3] = 255
      }
    }
    return finish(data, pixels, meters)
  })
}

/** Roughness from 0 to 1 (green), metalness 0. */
export function roughnessTexture(
  key: string,
  meters: readonly [number, number],
  roughness: Height,
  pixels = 256,
): DataTexture {
  return keep(`roughness ${key}`, () => {
    const data = new Uint8Array(pixels * pixels * 4)
    for (let y = 0; y < pixels; y++) {
      for (let x = 0; x < pixels; x++) {
        const at = (y * pixels + x) * 4
        data[at + 1] = Math.round(Math.min(1, Math.max(0, roughness(x / pixels, y / pixels))) * 255)
        data[at + 3] = 255
      }
    }
    return finish(data, pixels, meters)
  })
}

function keep(key: string, make: () => DataTexture): DataTexture {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  return made
}

function finish(data: Uint8Array, pixels: number, meters: readonly [number, number]): DataTexture {
  const texture = new DataTexture(data, pixels, pixels)
  texture.wrapS = texture.wrapT = RepeatWrapping
  texture.repeat.set(1 / meters[0], 1 / meters[1])
  texture.magFilter = LinearFilter
  texture.minFilter = LinearMipmapNearestFilter
  texture.generateMipmaps = true
  texture.anisotropy = 2
  texture.colorSpace = NoColorSpace
  texture.needsUpdate = true
  return texture
}

function encode(linear: number): number {
  const value = Math.min(1, Math.max(0, linear))
  return Math.round((value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055) * 255)
}
