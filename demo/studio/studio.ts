import {
  Color,
  DataTexture,
  FloatType,
  HalfFloatType,
  Material,
  Mesh,
  MeshPhysicalMaterial,
  NoToneMapping,
  OrthographicCamera,
  PCFShadowMap,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  Vector3,
  Vector4,
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

interface Screen {
  add(renderer: WebGLRenderer, sample: Texture, sum: WebGLRenderTarget, first: boolean, frames: number): void
  develop(
    renderer: WebGLRenderer,
    sum: Texture,
    paper: Texture,
    inside: readonly number[],
    width: number,
    height: number,
    exposure: number,
  ): Uint8Array
}

function openScreen(): Screen {
  const camera = new OrthographicCamera(-1, 1, 1, -1, 0, 1)
  const vertexShader = `varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`
  const blank = new DataTexture(new Uint8Array(4), 1, 1)
  const adding = new ShaderMaterial({
    uniforms: { sample_: { value: blank as Texture }, share: { value: 1 } },
    vertexShader,
    fragmentShader: `uniform sampler2D sample_; uniform float share; varying vec2 at;
      void main() { gl_FragColor = min(texture2D(sample_, at), vec4(vec3(6.0), 1.0)) * share; }`,
    depthTest: false,
    depthWrite: false,
    transparent: true,
    blending: 5,
    blendSrc: 201,
    blendDst: 201,
  })
  const developing = new ShaderMaterial({
    uniforms: {
      sum: { value: blank as Texture },
      paper: { value: blank as Texture },
      inside: { value: new Vector4() },
      exposure: { value: 1 },
      aspect: { value: 1 },
    },
    vertexShader,
    fragmentShader: develop,
    depthTest: false,
    depthWrite: false,
  })
  const quad = new Mesh(new PlaneGeometry(2, 2), adding)
  const scene = new Scene().add(quad)
  return {
    add(renderer, sample, sum, first, frames) {
      quad.material = adding
      adding.uniforms['sample_'] = { value: sample }
      adding.uniforms['share'] = { value: 1 / frames }
      renderer.setRenderTarget(sum)
      renderer.autoClear = first
      renderer.render(scene, camera)
      renderer.autoClear = true
    },
    develop(renderer, sum, paper, inside, width, height, exposure) {
      const out = new WebGLRenderTarget(width, height, { depthBuffer: false })
      quad.material = developing
      developing.uniforms['sum'] = { value: sum }
      developing.uniforms['paper'] = { value: paper }
      developing.uniforms['inside'] = {
        value: new Vector4(...inside).divide(new Vector4(width, height, width, height)),
      }
      developing.uniforms['exposure'] = { value: exposure }
      developing.uniforms['aspect'] = { value: width / height }
      renderer.setRenderTarget(out)
      renderer.render(scene, camera)
      const pixels = new Uint8Array(width * height * 4)
      renderer.readRenderTargetPixels(out, 0, 0, width, height, pixels)
      renderer.setRenderTarget(null)
      out.dispose()
      return pixels
    },
  }
}

/** Exposure, vignette, the Khronos PBR Neutral curve (which keeps base colours), sRGB, a half step of dither. */
const develop = /* glsl */ `
uniform sampler2D sum; uniform sampler2D paper; uniform vec4 inside; uniform float exposure; uniform float aspect; varying vec2 at;
vec3 neutral(vec3 color) {
  const float start = 0.8 - 0.04;
  const float desaturation = 0.15;
  float x = min(color.r, min(color.g, color.b));
  float offset = 0.5 * (x < 0.08 ? x - 6.25 * x * x : 0.04);
  color -= offset;
  float peak = max(color.r, max(color.g, color.b));
  if (peak < start) return color;
  float d = 1.0 - start;
  float newPeak = 1.0 - d * d / (peak + d - start);
  color *= newPeak / peak;
  float g = 1.0 - 1.0 / (desaturation * (peak - newPeak) + 1.0);
  return mix(color, vec3(newPeak), g);
}
void main() {
  vec2 place = vec2(at.x, 1.0 - at.y);
  vec2 from = place - inside.xy;
  bool within = from.x > 0.0 && from.y > 0.0 && from.x < inside.z && from.y < inside.w;
  vec4 own = within ? texture2D(sum, place) : vec4(0.0);
  vec3 behind = texture2D(paper, place).rgb;
  if (own.a < 0.999) {
    vec2 step_ = 1.7 / vec2(textureSize(paper, 0));
    behind *= 0.2;
    for (int i = 0; i < 8; i++) {
      float angle = float(i) * 0.785398;
      behind += 0.1 * texture2D(paper, place + vec2(cos(angle), sin(angle)) * step_ * (i % 2 == 0 ? 1.0 : 0.6)).rgb;
    }
  }
  vec3 light = (behind * (1.0 - own.a) + own.rgb) * exposure;
  vec2 off = (place - 0.5) * vec2(min(aspect, 1.2), 1.0);
  light *= 1.0 - 0.16 * smoothstep(0.25, 0.95, length(off) * 1.25);
  vec3 shown = clamp(neutral(light), 0.0, 1.0);
  shown = mix(shown * 12.92, 1.055 * pow(shown, vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), shown));
  float chance = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453);
  gl_FragColor = vec4(shown + (chance - 0.5) / 255.0, 1.0);
}
`
