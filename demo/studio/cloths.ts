import { Color, DoubleSide, type MeshPhysicalMaterial } from 'three'
import { lightness, shift } from './color.ts'
import { tiled, tiledFractal } from './noise.ts'
import { surface } from './shading.ts'
import { colorTexture, normalTexture, type Height } from './textures.ts'

/*
 * Cloth. `scale` makes the weave coarser (a sofa seen from three metres) or finer; threads run along u and v of the
 * shape's texture coordinates, which are metres.
 */

/** Plain weave with thick and thin threads. */
export function linen(color: string, scale = 1): MeshPhysicalMaterial {
  return woven(color, 'linen', 0.09 * scale, 0.00034 * scale, 0.055, (u, v) => plain(u, v, 90, 0.5))
}

/** Cotton: finer and more even than linen. */
export function cotton(color: string, scale = 1): MeshPhysicalMaterial {
  return woven(color, 'cotton', 0.05 * scale, 0.00012 * scale, 0.02, (u, v) => plain(u, v, 84, 0.12))
}

/** Heavy canvas: clear, even threads. */
export function canvas(color: string, scale = 1): MeshPhysicalMaterial {
  return woven(color, 'canvas', 0.09 * scale, 0.00042 * scale, 0.04, (u, v) => plain(u, v, 72, 0.22))
}

/** Diagonal ribs. */
export function twill(color: string, scale = 1): MeshPhysicalMaterial {
  return woven(color, 'twill', 0.06 * scale, 0.0003 * scale, 0.03, (u, v) => {
    const rib = Math.sin((u * 44 + v * 44) * 2 * Math.PI)
    return 0.5 + 0.35 * rib + 0.15 * Math.sin(v * 88 * 2 * Math.PI) + 0.12 * tiledFractal(u, v, 20, 20, 2, 2)
  })
}

/** Woven and brushed wool: soft, a halo at the edge. */
export function wool(color: string, scale = 1): MeshPhysicalMaterial {
  return woven(
    color,
    'wool',
    0.1 * scale,
    0.0007 * scale,
    0.06,
    (u, v) => 0.55 * plain(u, v, 46, 0.4) + 0.55 * tiledFractal(u, v, 24, 60, 3, 3),
    0.75,
  )
}

/** Pressed felt: no threads, small fibres in all directions, flecks of a second shade. */
export function felt(color: string, scale = 1): MeshPhysicalMaterial {
  return woven(
    color,
    'felt',
    0.07 * scale,
    0.0003 * scale,
    0.075,
    (u, v) =>
      0.5 + 0.5 * tiledFractal(u, v, 34, 34, 7, 4) + 0.3 * tiled(u, v, 14, 90, 3) * tiled(u, v, 90, 14, 4),
    0.6,
  )
}

/** Small square pockets of air. `pocket` is the width of one in metres. */
export function waffle(color: string, pocket = 0.011): MeshPhysicalMaterial {
  return woven(color, 'waffle', pocket * 8, pocket * 0.42, 0.05, (u, v) => {
    const [a, b] = [Math.abs(Math.sin(u * 8 * Math.PI)), Math.abs(Math.sin(v * 8 * Math.PI))]
    return 1 - Math.min(a, b) ** 0.75 + 0.05 * plain(u, v, 96, 0.4)
  })
}

/** Any weave by its height: `mottle` is how far the shade wanders (in OKLCH lightness), `fuzz` the halo of loose fibres. */
export function woven(
  color: string,
  name: string,
  meters: number,
  depth: number,
  mottle: number,
  height: Height,
  fuzz = 0.35,
): MeshPhysicalMaterial {
  const [pale, deep] = [shift(color, { l: mottle }), shift(color, { l: -mottle, c: 1.05 })]
  const dark = lightness(color) < 0.45
  return surface({
    map: colorTexture(
      `cloth ${name} ${color}`,
      [meters, meters],
      (u, v, into) => {
        const tone =
          (height(u, v) - 0.5) * 0.9 +
          0.7 * tiledFractal(u, v, 3, 70, 5, 2) +
          0.7 * tiledFractal(u, v, 70, 3, 6, 2)
        into.set(color).lerp(tone > 0 ? pale : deep, Math.min(1, Math.abs(tone)))
      },
      512,
    ),
    normalMap: normalTexture(`cloth ${name}`, [meters, meters], depth, height, 512),
    roughness: 0.96,
    specularIntensity: 0.35,
    sheen: fuzz,
    sheenColor: new Color(color).lerp(new Color('#ffffff'), dark ? 0.25 : 0.45),
    sheenRoughness: 0.55,
    side: DoubleSide,
  })
}

/** Threads over and under one another, from 0 to 1. */
function plain(u: number, v: number, threads: number, slub: number): number {
  const warp = 0.5 + 0.5 * Math.cos(u * threads * 2 * Math.PI + slub * 2 * tiled(u, v, threads / 6, 6, 1))
  const weft = 0.5 + 0.5 * Math.cos(v * threads * 2 * Math.PI + slub * 2 * tiled(u, v, 6, threads / 6, 2))
  const over = Math.sign(Math.cos(u * threads * Math.PI) * Math.cos(v * threads * Math.PI))
  const thick =
    1 + slub * tiledFractal(u, v, threads / 3, 3, 3, 2) + slub * tiledFractal(u, v, 3, threads / 3, 4, 2)
  return (over > 0 ? 0.7 * warp + 0.3 * weft : 0.3 * warp + 0.7 * weft) * 0.8 * thick
}
