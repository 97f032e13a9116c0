import {
  DataTexture,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  Vector4,
  WebGLRenderTarget,
  type Texture,
  type WebGLRenderer,
} from 'three'

/* Where frames are added up, and the sum becomes a picture. */

export interface Screen {
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

export function openScreen(): Screen {
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
