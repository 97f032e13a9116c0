import {
  BackSide,
  Color,
  DirectionalLight,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  SphereGeometry,
  Vector3,
  type Texture,
  type WebGLRenderer,
} from 'three'
import { halton, random } from './noise.ts'
import { keyLights, shared } from './shading.ts'
import { radians } from './shapes.ts'

/* The studio's light: a big softbox at the upper left, a pale dome, the floor's own light from below. */

export interface Light {
  /** Towards the key light. */
  from: readonly [number, number, number]
  /** Degrees from the middle of the key light to its edge. */
  size: number
  /** Radiance of the key, and of the dome. */
  key: number
  dome: number
  keyTint: string
  domeTint: string
  /** What stands between key light and set, and how much it takes away. */
  gobo: Texture | null
  goboShare: number
}

export const softbox: Light = {
  from: [-0.62, 0.86, 0.62],
  size: 13,
  key: 0.8,
  dome: 0.5,
  keyTint: '#fffaf2',
  domeTint: '#fafbff',
  gobo: null,
  goboShare: 0,
}

const domeLights = 3

export interface Rig {
  lights: readonly DirectionalLight[]
  /** Moves the lights to their places of one frame of `frames`. */
  aim(frame: number, frames: number): void
}

/**
 * @param radius of the ball around `center` in which things throw shadows
 * @param floor colour of what the light comes back from
 * @param wall a wall stands behind: nothing shines through it
 */
export function makeRig(
  light: Light,
  center: Vector3,
  radius: number,
  floor: Color,
  wall: boolean,
  mapSize: number,
): Rig {
  const lights = Array.from({ length: keyLights + domeLights }, () => shadowLight(center, radius, mapSize))
  const [towards, side, up] = axes(new Vector3(...light.from))
  const [keyTint, domeTint] = [new Color(light.keyTint), new Color(light.domeTint)]
  // Each picture turns the pattern of the dome by the same angle: siblings have the same shadows.
  const turn = random(7)()
  const place = (index: number, direction: Vector3, color: Color, strength: number): void => {
    const own = lights[index]
    if (own === undefined) return
    own.position.copy(center).addScaledVector(direction, radius * 8)
    own.color.copy(color).multiplyScalar(strength)
  }
  return {
    lights,
    aim(frame, frames) {
      shared.frame.value = frame
      for (let k = 0; k < keyLights; k++) {
        const index = frame * keyLights + k
        const r = Math.sqrt((index + 0.5) / (frames * keyLights)) * Math.tan(radians(light.size))
        const angle = index * 2.399963229728653
        const direction = towards
          .clone()
          .addScaledVector(side, Math.cos(angle) * r)
          .addScaledVector(up, Math.sin(angle) * r)
          .normalize()
        place(k, direction, keyTint, light.key / keyLights)
      }
      for (let k = 0; k < domeLights; k++) {
        const below = k === domeLights - 1
        const index = below ? frame : frame * (domeLights - 1) + k
        const height = (index + 0.5) / (below ? frames : frames * (domeLights - 1))
        const angle = (halton(index + 1, 2) + turn) * 2 * Math.PI
        const flat = Math.sqrt(1 - height * height)
        const direction = new Vector3(
          Math.cos(angle) * flat,
          below ? -height : height,
          Math.sin(angle) * flat,
        )
        if (wall) direction.z = Math.abs(direction.z)
        if (below) place(keyLights + k, direction, floor, light.dome * 0.9)
        else place(keyLights + k, direction, domeTint, light.dome * skyAt(direction))
      }
    },
  }
}

/** The environment as what shines mirrors it. The lower half is the paper. */
export function makeEnvironment(renderer: WebGLRenderer, floor: Color, dim = 1): Texture {
  const scene = new Scene()
  scene.add(dome(floor, dim))
  scene.add(panel([-3.1, 4.0, 2.9], 3.6, 3.0, 9 * dim))
  scene.add(panel([4.6, 1.9, 1.6], 1.5, 4.4, 2.6 * dim))
  scene.add(panel([2.6, 3.6, -4.2], 3.2, 1.1, 5 * dim))
  scene.add(panel([-5.2, 1.0, -1.8], 0.7, 4.2, 3 * dim))
  const generator = new PMREMGenerator(renderer)
  const target = generator.fromScene(scene, 0.012, 0.1, 40, { size: 256 })
  generator.dispose()
  return target.texture
}

function skyAt(direction: Vector3): number {
  return 0.62 + 0.46 * direction.y + 0.2 * (-0.7 * direction.x + 0.5 * direction.z)
}

function shadowLight(center: Vector3, radius: number, mapSize: number): DirectionalLight {
  const light = new DirectionalLight()
  light.castShadow = true
  light.target.position.copy(center)
  light.shadow.mapSize.set(mapSize, mapSize)
  const camera = light.shadow.camera
  camera.left = camera.bottom = -radius * 1.04
  camera.right = camera.top = radius * 1.04
  camera.near = radius * 0.5
  camera.far = radius * 30
  light.shadow.bias = -0.00016
  light.shadow.normalBias = radius * 0.0045
  return light
}

function axes(towards: Vector3): [Vector3, Vector3, Vector3] {
  const z = towards.clone().normalize()
  const x = new Vector3().crossVectors(new Vector3(0, 1, 0), z).normalize()
  return [z, x, new Vector3().crossVectors(z, x)]
}

function dome(floor: Color, dim: number): Mesh {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    uniforms: { floor: { value: floor }, dim: { value: dim } },
    vertexShader: `varying vec3 d; void main() { d = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader: `uniform vec3 floor; uniform float dim; varying vec3 d; void main() {
      vec3 n = normalize(d);
      float sky = 0.34 + 0.3 * max(n.y, 0.0) - 0.16 * n.x + 0.1 * n.z;
      vec3 paper = floor * (0.78 + 0.1 * n.z - 0.12 * n.x);
      gl_FragColor = vec4(mix(paper, vec3(sky), smoothstep(-0.12, 0.22, n.y)) * dim, 1.0); }`,
  })
  return new Mesh(new SphereGeometry(20, 48, 24), material)
}

function panel(
  place: readonly [number, number, number],
  width: number,
  height: number,
  radiance: number,
): Mesh {
  const made = new Mesh(
    new PlaneGeometry(width, height),
    new MeshBasicMaterial({ color: new Color(radiance, radiance, radiance * 0.985), side: 2 }),
  )
  made.position.set(...place)
  made.lookAt(0, 0, 0)
  return made
}
