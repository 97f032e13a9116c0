import {
  Color,
  FloatType,
  HalfFloatType,
  Material,
  Mesh,
  MeshPhysicalMaterial,
  NoToneMapping,
  PCFShadowMap,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
  type Light as ThreeLight,
  type Object3D,
  type Texture,
} from 'three'
import { makeBackdrop, type SetName } from './backdrop.ts'
import { frame, jitter, type Shot, type View } from './camera.ts'
import { makeEnvironment, makeRig, softbox, type Light } from './light.ts'
import { halton } from './noise.ts'
import { openScreen } from './screen.ts'
import { defineLights, setBulbs, shared, type Bulb } from './shading.ts'

/* One photograph: many frames under moving lights, added up. */

export interface Photograph {
  subject: Object3D
  view: View
  set: SetName
  paper: Color
  light: Light
  bulbs: readonly Bulb[]
  width: number
  height: number
  frames: number
  exposure: number
}

export interface Studio {
  /** The picture as RGBA bytes, the first row at the top. */
  take(photograph: Photograph): Uint8Array
}

/** Plain paper needs fewer pixels than things. */
const paperScale = 0.4

export function openStudio(canvas: HTMLCanvasElement): Studio {
  const renderer = new WebGLRenderer({ canvas, antialias: false, powerPreference: 'high-performance' })
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFShadowMap
  renderer.toneMapping = NoToneMapping
  renderer.setPixelRatio(1)
  const environments = new Map<number, Texture>()
  const screen = openScreen()

  function environmentFor(dim: number): Texture {
    const made = environments.get(dim) ?? makeEnvironment(renderer, new Color('#d8d4cd'), dim)
    environments.set(dim, made)
    return made
  }

  return {
    take({ subject, view, set, paper, light, bulbs, width, height, frames, exposure }) {
      const scene = new Scene()
      subject.rotation.y += (view.turn * Math.PI) / 180
      const shot = frame(subject, view, width / height)
      const size = shot.height * Math.max(1, width / height)
      const center = new Vector3(0, 0, -shot.focus).applyMatrix4(shot.camera.matrixWorld)
      const reach = shadowReachOf(subject, center)
      const backdrop = makeBackdrop(set, paper, set === 'air' || view.crop === null ? size : reach * 3)
      const rig = makeRig(
        light,
        center,
        reach,
        paper,
        set === 'wall' || set === 'room',
        width < 800 ? 512 : 1024,
      )
      const paperOnly = new WebGLRenderTarget(width * paperScale, height * paperScale, {
        type: HalfFloatType,
      })
      const backing = makeBacking(paperOnly.texture)
      const clear = isClear(subject)
      scene.add(subject, backdrop, backing, ...rig.lights, ...rig.lights.map((own) => own.target))
      const environment = environmentFor(light.dome / softbox.dome)
      const sometimes = prepare(subject, environment)
      for (const material of [...materialsOf(subject), ...materialsOf(backdrop)])
        defineLights(material, bulbs.length, light.gobo !== null)
      subject.updateMatrixWorld(true)
      setBulbs(
        bulbs.map((bulb) => ({ ...bulb, place: bulb.place.clone().applyMatrix4(subject.matrixWorld) })),
      )
      shared.gobo.value = light.gobo ?? shared.gobo.value
      shared.goboShare.value = light.gobo === null ? 0 : light.goboShare
      renderer.setClearColor(0x000000, 0)
      const start = shot.camera.position.clone()
      const samples = new WebGLRenderTarget(width, height, { type: HalfFloatType })
      const sum = new WebGLRenderTarget(width, height, { type: FloatType, depthBuffer: false })
      const paperSum = new WebGLRenderTarget(width * paperScale, height * paperScale, {
        type: FloatType,
        depthBuffer: false,
      })
      const [left, bottom, wide, high] = pixelsOf(subject, shot, width, height, view.aperture)
      for (const target of [samples, sum]) {
        target.scissorTest = true
        target.scissor.set(left, bottom, wide, high)
      }
      renderer.setSize(width, height, false)
      // The paper is plain: half the pixels do. A frame shows the paper of the frame before it, the first round is for that.
      for (let round = 0; round <= frames; round++) {
        const i = round % frames
        rig.aim(i, frames)
        for (const { part, share } of sometimes) part.castShadow = halton(i + 1, 2) < share
        const angle = i * 2.399963
        const lens = Math.sqrt((i + 0.5) / frames) * view.aperture * shot.focus * 0.5
        jitter(
          shot,
          start,
          [((halton(i + 1, 2) - 0.5) * 2.4) / width, ((halton(i + 1, 3) - 0.5) * 2.4) / height],
          [Math.cos(angle) * lens, Math.sin(angle) * lens],
        )
        backdrop.visible = false
        backing.visible = clear
        subject.visible = renderer.shadowMap.autoUpdate = true
        renderer.setRenderTarget(samples)
        renderer.render(scene, shot.camera)
        if (round > 0) screen.add(renderer, samples.texture, sum, round === 1, frames)
        backdrop.visible = true
        subject.visible = backing.visible = renderer.shadowMap.autoUpdate = false
        renderer.setRenderTarget(paperOnly)
        renderer.render(scene, shot.camera)
        if (round > 0) screen.add(renderer, paperOnly.texture, paperSum, round === 1, frames)
      }
      const pixels = screen.develop(
        renderer,
        sum.texture,
        paperSum.texture,
        [left, bottom, wide, high],
        width,
        height,
        exposure,
      )
      samples.dispose()
      sum.dispose()
      paperOnly.dispose()
      paperSum.dispose()
      dispose(scene, rig.lights)
      return pixels
    },
  }
}

function shadowReachOf(subject: Object3D, center: Vector3): number {
  let reach = 0
  const point = new Vector3()
  subject.traverse((part) => {
    if (!(part instanceof Mesh) || !part.castShadow) return
    const position = part.geometry.getAttribute('position')
    const step = Math.max(1, Math.floor(position.count / 400))
    for (let i = 0; i < position.count; i += step) {
      point.fromBufferAttribute(position, i).applyMatrix4(part.matrixWorld)
      reach = Math.max(reach, point.distanceTo(center))
    }
  })
  return reach
}

/** The rectangle that the subject may touch: left, bottom, width, height. The rest is paper. */
function pixelsOf(
  subject: Object3D,
  shot: Shot,
  width: number,
  height: number,
  aperture: number,
): [number, number, number, number] {
  const box = { left: width, bottom: height, right: 0, top: 0 }
  const point = new Vector3()
  subject.traverse((part) => {
    if (!(part instanceof Mesh)) return
    const position = part.geometry.getAttribute('position')
    for (let i = 0; i < position.count; i++) {
      point.fromBufferAttribute(position, i).applyMatrix4(part.matrixWorld).project(shot.camera)
      const [x, y] = [((point.x + 1) / 2) * width, ((point.y + 1) / 2) * height]
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.bottom = Math.min(box.bottom, y)
      box.top = Math.max(box.top, y)
    }
  })
  const margin = 6 + aperture * width
  const [left, bottom] = [
    Math.max(0, Math.floor(box.left - margin)),
    Math.max(0, Math.floor(box.bottom - margin)),
  ]
  const [right, top] = [
    Math.min(width, Math.ceil(box.right + margin)),
    Math.min(height, Math.ceil(box.top + margin)),
  ]
  return [left, bottom, right - left, top - bottom]
}

/** Gives every material the environment; lists the parts that throw a shadow in some of the frames only. */
function prepare(subject: Object3D, environment: Texture): { part: Object3D; share: number }[] {
  const sometimes: { part: Object3D; share: number }[] = []
  subject.traverse((part) => {
    const share: unknown = part.userData['shadowShare']
    if (typeof share === 'number') sometimes.push({ part, share })
    if (!(part instanceof Mesh)) return
    const material: unknown = part.material
    if (
      material instanceof MeshPhysicalMaterial &&
      material.userData['mirrors'] === true &&
      material.envMap !== environment
    ) {
      material.envMap = environment
      material.needsUpdate = true
    }
  })
  return sometimes
}

function dispose(scene: Scene, lights: readonly ThreeLight[]): void {
  scene.traverse((part) => {
    if (part instanceof Mesh) part.geometry.dispose()
  })
  for (const light of lights) light.dispose()
}

/** Whether something of it is seen through. */
function isClear(subject: Object3D): boolean {
  let clear = false
  subject.traverse((part) => {
    const material: unknown = part instanceof Mesh ? part.material : null
    if (material instanceof Material && material.transparent) clear = true
  })
  return clear
}

function materialsOf(root: Object3D): Set<MeshPhysicalMaterial> {
  const found = new Set<MeshPhysicalMaterial>()
  root.traverse((part) => {
    if (part instanceof Mesh && part.material instanceof MeshPhysicalMaterial) found.add(part.material)
  })
  return found
}

/** A full picture behind everything. */
function makeBacking(picture: Texture): Mesh {
  const backing = new Mesh(
    new PlaneGeometry(2, 2),
    new ShaderMaterial({
      uniforms: { picture: { value: picture } },
      vertexShader: `varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 1.0, 1.0); }`,
      fragmentShader: `uniform sampler2D picture; varying vec2 at; void main() { gl_FragColor = texture2D(picture, at); }`,
      depthWrite: false,
    }),
  )
  backing.frustumCulled = false
  backing.renderOrder = 0.9
  return backing
}
