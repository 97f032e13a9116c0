/* Chance that is the same in every run. */

/** Mulberry32: numbers from 0 to below 1. */
export function random(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Smooth noise in space, about -1 to 1, of feature size 1. */
export function noise(x: number, y: number, z = 0): number {
  const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)]
  const [u, v, w] = [fade(x - ix), fade(y - iy), fade(z - iz)]
  let sum = 0
  for (let corner = 0; corner < 8; corner++) {
    const [a, b, c] = [corner & 1, (corner >> 1) & 1, corner >> 2]
    sum +=
      lattice(ix + a, iy + b, iz + c) * (a === 1 ? u : 1 - u) * (b === 1 ? v : 1 - v) * (c === 1 ? w : 1 - w)
  }
  return sum
}

/** Several octaves of `noise`, about -1 to 1. */
export function fractal(x: number, y: number, z = 0, octaves = 4): number {
  let [sum, weight, scale] = [0, 0.5, 1]
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(x * scale, y * scale, z * scale + octave * 17.3)
    weight /= 2
    scale *= 2.03
  }
  return sum
}

/** Smooth noise that repeats: `x` and `y` from 0 to 1, `nx` × `ny` cells; about -1 to 1. */
export function tiled(x: number, y: number, nx: number, ny: number, seed = 0): number {
  const [gx, gy] = [x * nx, y * ny]
  const [ix, iy] = [Math.floor(gx), Math.floor(gy)]
  const [u, v] = [fade(gx - ix), fade(gy - iy)]
  const [x0, x1] = [modulo(ix, nx), modulo(ix + 1, nx)]
  const [y0, y1] = [modulo(iy, ny), modulo(iy + 1, ny)]
  const low = lattice(x0, y0, seed) * (1 - u) + lattice(x1, y0, seed) * u
  const high = lattice(x0, y1, seed) * (1 - u) + lattice(x1, y1, seed) * u
  return low * (1 - v) + high * v
}

/** Several octaves of `tiled`. */
export function tiledFractal(x: number, y: number, nx: number, ny: number, seed = 0, octaves = 4): number {
  let [sum, weight, scale] = [0, 0.5, 1]
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * tiled(x, y, nx * scale, ny * scale, seed + octave * 31)
    weight /= 2
    scale *= 2
  }
  return sum
}

export function smoothstep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** The `index`th of a sequence that fills the line from 0 to 1 evenly. */
export function halton(index: number, base: number): number {
  let [result, fraction, rest] = [0, 1, index]
  while (rest > 0) {
    fraction /= base
    result += fraction * (rest % base)
    rest = Math.floor(rest / base)
  }
  return result
}

function lattice(x: number, y: number, z: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 2147483647)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  h = Math.imul(h ^ (h >>> 16), 2246822519)
  return ((h ^ (h >>> 15)) >>> 0) / 2147483648 - 1
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10)
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
