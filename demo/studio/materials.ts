import { Color, type MeshPhysicalMaterial } from 'three'
import { lightness, shift } from './color.ts'
import { random, smoothstep, tiled, tiledFractal } from './noise.ts'
import { surface } from './shading.ts'
import { colorTexture, normalTexture, roughnessTexture } from './textures.ts'

/* What things are made of, hard and shining. A colour is the swatch's `#rrggbb`, which the lit side of the thing shows. */

/** Glazed stoneware. `speckle` 0–1: iron spots; `gloss` 0 (satin) to 1 (wet). */
export function glaze(color: string, { speckle = 0, gloss = 0.7, cloud = 0.5 } = {}): MeshPhysicalMaterial {
  return surface({
    map: mottled(color, speckle, cloud),
    normalMap: normalTexture('glaze', [0.22, 0.22], 0.0007, (u, v) => tiledFractal(u, v, 7, 7, 9, 3), 512),
    roughness: 0.5 - gloss * 0.36,
    ior: 1.52,
  })
}

/** Unglazed clay: dry, a little sandy. */
export function bisque(color: string, { sand = 0.6, speckle = 0 } = {}): MeshPhysicalMaterial {
  return surface({
    map: mottled(color, speckle, 0.9),
    normalMap: normalTexture(
      `sand ${sand}`,
      [0.05, 0.05],
      0.00022 * sand,
      (u, v) => tiledFractal(u, v, 40, 40, 4, 3) + 0.6 * tiledFractal(u, v, 9, 9, 6, 2),
      512,
    ),
    roughness: 0.88,
    ior: 1.45,
  })
}

/** Fine white or coloured porcelain with a smooth glaze; `gloss` 0 is matt. */
export function porcelain(color: string, gloss = 0.85): MeshPhysicalMaterial {
  return surface({
    color,
    roughness: 0.55 - gloss * 0.45,
    normalMap: normalTexture('porcelain', [0.2, 0.2], 0.0006, (u, v) => tiledFractal(u, v, 4, 4, 21, 2), 256),
    ior: 1.5,
  })
}

/** Wood by the name of its kind; another name is stained wood of the given colour. */
export function wood(
  kind: string,
  color: string,
  { gloss = 0.25, seed = 0, scale = 1 } = {},
): MeshPhysicalMaterial {
  const ring = kind === 'walnut' ? 0.42 : kind === 'oak' ? 0.3 : 0.2
  const pores = kind === 'oak' || kind === 'black-ash' ? 1 : 0.55
  const dark = lightness(color) < 0.35
  const [light, deep, pore] = dark
    ? [shift(color, { l: 0.05, c: 1.1 }), shift(color, { l: -0.06 }), shift(color, { l: -0.1 })]
    : [
        shift(color, { l: 0.035, c: 0.96 }),
        shift(color, { l: -0.085, c: 1.12, h: -0.05 }),
        shift(color, { l: -0.17, c: 1.1, h: -0.08 }),
      ]
  const meters = [0.8 * scale, 0.24 * scale] as const
  const name = `${kind} ${color} ${seed} ${scale}`
  return surface({
    map: colorTexture(
      `wood ${name}`,
      meters,
      (u, v, into) => {
        const warp =
          1.5 * tiledFractal(u, v, 1, 2, seed + 1, 3) + 0.22 * tiledFractal(u, v, 3, 12, seed + 2, 2)
        const saw = modulo(v * 9 + warp * 1.4, 1)
        const late = smoothstep(0.35, 0.92, saw) * (1 - smoothstep(0.94, 1, saw))
        const streak = tiledFractal(u, v, 2, 60, seed + 3, 3)
        into.copy(light).lerp(deep, Math.min(1, Math.max(0, late * ring * 1.9 + streak * 0.24 + 0.18)))
        into.lerp(pore, poreAt(u, v, seed, late) * 0.5 * pores)
      },
      1024,
    ),
    normalMap: normalTexture(
      `wood ${kind} ${seed}`,
      meters,
      dark ? 0.0005 : 0.00022,
      (u, v) => 1 - poreAt(u, v, seed, 0.6) * pores + 0.3 * tiledFractal(u, v, 2, 90, seed + 3, 2),
      1024,
    ),
    roughness: 0.68 - gloss * 0.4,
    ior: 1.45,
  })
}

/** Brushed or cast metal of any colour. `polish` 0 (blasted) to 1 (mirror); `brushed` lays fine lines along u. */
export function metal(color: string, { polish = 0.6, brushed = 0 } = {}): MeshPhysicalMaterial {
  return surface({
    color: shift(color, { l: 0.05, c: 0.9 }),
    metalness: 1,
    roughness: 0.52 - polish * 0.42,
    ...(brushed > 0
      ? {
          roughnessMap: roughnessTexture(
            'brushed',
            [0.14, 0.03],
            (u, v) => 0.72 + 0.28 * tiledFractal(u, v, 2, 128, 5, 2),
          ),
          normalMap: normalTexture('brushed', [0.14, 0.03], 0.00002 * brushed, (u, v) =>
            tiledFractal(u, v, 2, 128, 5, 2),
          ),
        }
      : {}),
  })
}

/** Sand-cast metal: a grain like skin. */
export function castMetal(color: string, metalness = 1): MeshPhysicalMaterial {
  return surface({
    color: metalness > 0.5 ? shift(color, { l: 0.06, c: 0.9 }) : new Color(color),
    metalness,
    roughness: metalness > 0.5 ? 0.42 : 0.55,
    normalMap: normalTexture('cast', [0.05, 0.05], 0.0004, (u, v) => tiledFractal(u, v, 22, 22, 14, 3)),
  })
}

/** Powder-coated steel: satin, with a fine orange peel. */
export function powderCoat(color: string): MeshPhysicalMaterial {
  return surface({
    color,
    roughness: 0.5,
    normalMap: normalTexture(
      'powder',
      [0.03, 0.03],
      0.00006,
      (u, v) => tiledFractal(u, v, 24, 24, 2, 2),
      256,
    ),
  })
}

/** Smooth plastic: `gloss` 0 (soft touch) to 1 (polished). */
export function plastic(color: string, gloss = 0.4): MeshPhysicalMaterial {
  return surface({ color, roughness: 0.6 - gloss * 0.45, ior: 1.46 })
}

/** Plain paint, lacquer or enamel. */
export function paint(color: string, gloss = 0.3): MeshPhysicalMaterial {
  return surface({ color, roughness: 0.72 - gloss * 0.5 })
}

/** Paper and card with a little tooth; no shine. */
export function paper(color: string, tooth = 1): MeshPhysicalMaterial {
  return surface({
    color,
    roughness: 0.95,
    normalMap: normalTexture(`paper ${tooth}`, [0.08, 0.08], 0.00012 * tooth, (u, v) =>
      tiledFractal(u, v, 30, 30, 8, 4),
    ),
    specularIntensity: 0.3,
  })
}

export function leather(color: string): MeshPhysicalMaterial {
  return surface({
    color,
    roughness: 0.55,
    normalMap: normalTexture(
      'leather',
      [0.025, 0.025],
      0.00025,
      (u, v) => Math.abs(tiled(u, v, 24, 24, 3)) + 0.5 * Math.abs(tiled(u, v, 48, 48, 5)),
      256,
    ),
  })
}

export function cork(color = '#b98d5f'): MeshPhysicalMaterial {
  const [pale, deep] = [shift(color, { l: 0.06 }), shift(color, { l: -0.2 })]
  return surface({
    map: colorTexture(`cork ${color}`, [0.06, 0.06], (u, v, into) => {
      const grain = tiledFractal(u, v, 26, 26, 40, 3)
      into.set(color).lerp(grain > 0 ? pale : deep, Math.min(1, Math.abs(grain) * 1.3))
    }),
    normalMap: normalTexture('cork', [0.06, 0.06], 0.0003, (u, v) => tiledFractal(u, v, 26, 26, 40, 3)),
    roughness: 0.9,
  })
}

/** Candle wax and milk glass: soft, a little light from within. */
export function wax(color: string, glow = 0.06): MeshPhysicalMaterial {
  return surface({ color, roughness: 0.42, emissive: new Color(color), emissiveIntensity: glow })
}

/** A thing that glows by itself: `strength` 1 is as bright as white paper in this light. */
export function glowing(color: string, strength: number, skin = '#fff8ee'): MeshPhysicalMaterial {
  return surface({ color: skin, roughness: 0.6, emissive: new Color(color), emissiveIntensity: strength })
}

function mottled(color: string, speckle: number, cloud: number): ReturnType<typeof colorTexture> {
  const [pale, deep] = [shift(color, { l: 0.025 * cloud }), shift(color, { l: -0.03 * cloud, c: 1.05 })]
  const iron = lightness(color) < 0.4 ? shift(color, { l: 0.16, c: 0.6 }) : new Color('#5d4634')
  const chosen = random(99)
  const spots = Array.from({ length: Math.round(1900 * speckle) }, () => ({
    x: chosen(),
    y: chosen(),
    r: 0.0009 + chosen() ** 6 * 0.0032,
    depth: 0.35 + chosen() * 0.5,
  }))
  const near = new Map<number, typeof spots>()
  const cells = 32
  for (const spot of spots) {
    for (const [ox, oy] of neighbours) {
      const cell =
        modulo(Math.floor(spot.x * cells) + ox, cells) * cells +
        modulo(Math.floor(spot.y * cells) + oy, cells)
      near.set(cell, [...(near.get(cell) ?? []), spot])
    }
  }
  return colorTexture(
    `mottled ${color} ${speckle} ${cloud}`,
    [0.22, 0.22],
    (u, v, into) => {
      const tone = tiledFractal(u, v, 4, 4, 12, 4)
      into.set(color).lerp(tone > 0 ? pale : deep, Math.min(1, Math.abs(tone) * 2))
      for (const spot of near.get(Math.floor(u * cells) * cells + Math.floor(v * cells)) ?? []) {
        const away = Math.hypot(wrap(u - spot.x), wrap(v - spot.y))
        into.lerp(iron, spot.depth * (1 - smoothstep(spot.r * 0.5, spot.r * 1.25, away)))
      }
    },
    1024,
  )
}

const neighbours = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const))

/** Short dashes along the grain. */
function poreAt(u: number, v: number, seed: number, late: number): number {
  const dash = tiled(u, v, 26, 220, seed + 7) * 0.6 + tiled(u, v, 60, 340, seed + 8) * 0.5
  return smoothstep(0.22, 0.5, dash) * (0.45 + 0.55 * late)
}

function wrap(distance: number): number {
  return distance - Math.round(distance)
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
