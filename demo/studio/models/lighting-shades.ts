import { Color, DoubleSide, Vector3, type MeshPhysicalMaterial, type Object3D } from 'three'
import { smoothstep, tiledFractal } from '../noise.ts'
import { surface, type Bulb } from '../shading.ts'
import { lathe, mesh, smooth, type Point, type ProfilePoint } from '../shapes.ts'
import { plastic } from '../materials.ts'
import { colorTexture } from '../textures.ts'
import { sweep, tube } from '../tubes.ts'

/* Parts that lamps share: shades with a light inside, cables, bulbs. */

/** 2700 K, as a camera that is set for daylight sees it. */
const warm = '#ffd3a0'

export interface ShadeLight {
  /** Colour of the light that comes through. */
  tint?: string
  /** 1 is as bright as white paper in this light. */
  strength: number
  /** Where along the profile, 0 to 1, the bulb is nearest, and how far its bright spot reaches. */
  spot?: number
  reach?: number
  /** How much is left of it at the ends. */
  rest?: number
}

/**
 * Cloth, paper or glass with a light inside: its own surface, and a glow that is brightest before the bulb.
 * @param length of the profile in metres: the v of its texture coordinates
 */
export function lit(
  material: MeshPhysicalMaterial,
  length: number,
  light: ShadeLight,
  key: string,
): MeshPhysicalMaterial {
  const { tint = warm, strength, spot = 0.5, reach = 0.5, rest = 0.4 } = light
  const glow = new Color(tint)
  material.emissive = new Color('#ffffff').multiplyScalar(strength)
  material.emissiveMap = colorTexture(
    `glow ${key} ${tint} ${spot} ${reach} ${rest} ${length}`,
    [1, length],
    (u, v, into) => {
      const near = 1 - smoothstep(0, reach, Math.abs(v - spot))
      const cloud = 1 + 0.04 * tiledFractal(u, v, 40, 12, 3, 3)
      into.copy(glow).multiplyScalar((rest + (1 - rest) * near) * cloud)
    },
    256,
  )
  material.side = DoubleSide
  return material
}

/** Wet-blown opal glass. */
export function opal(color: string): MeshPhysicalMaterial {
  return surface({ color, roughness: 0.22, ior: 1.5 })
}

/** An open shade: the outside only, in one thin sheet; seen from both sides. */
export function sheet(
  profile: readonly (readonly [number, number])[],
  steps = 48,
  segments = 128,
): ReturnType<typeof lathe> {
  return lathe(steps === 0 ? profile.map(([r, y]): ProfilePoint => [r, y]) : smooth(profile, steps), segments)
}

export function cable(points: readonly Point[], color = '#4a4643', radius = 0.0026): Object3D {
  return mesh(tube(points, radius, { steps: 120, around: 10 }), plastic(color, 0.1))
}

/** A cable that lies on the table, from behind the foot to the right edge. */
export function tableCable(from: Point, reach: number, color = '#4a4643', radius = 0.0026): Object3D {
  const [x, , z] = from
  return cable(
    [
      from,
      [x + reach * 0.2, radius, z - reach * 0.16],
      [x + reach * 0.5, radius, z - reach * 0.34],
      [x + reach * 0.85, radius, z - reach * 0.2],
      [x + reach * 1.3, radius, z - reach * 0.46],
    ],
    color,
    radius,
  )
}

/** A bulb of light for the surroundings. */
export function bulbAt(
  x: number,
  y: number,
  z: number,
  strength: number,
  shape: Partial<Pick<Bulb, 'up' | 'down' | 'through'>> = {},
  tint = warm,
): Bulb {
  return {
    place: new Vector3(x, y, z),
    color: new Color(tint),
    strength,
    up: shape.up ?? 2,
    down: shape.down ?? 2,
    through: shape.through ?? 0,
  }
}

/** A stem along a smooth path. */
export function stem(
  points: readonly Point[],
  radius: number,
  material: MeshPhysicalMaterial,
  around = 20,
): Object3D {
  return mesh(tube(points, radius, { steps: 90, around }), material)
}

/** A ring lying flat. */
export function ring(radius: number, thickness: number, y: number, material: MeshPhysicalMaterial): Object3D {
  return mesh(
    sweep(
      (t) => new Vector3(Math.cos(t * 2 * Math.PI) * radius, y, Math.sin(t * 2 * Math.PI) * radius),
      thickness,
      { steps: 96, around: 10, closed: true },
    ),
    material,
  )
}
