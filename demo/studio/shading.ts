import {
  AdditiveBlending,
  Color,
  CustomBlending,
  DataTexture,
  DoubleSide,
  MeshPhysicalMaterial,
  RedFormat,
  ShaderMaterial,
  SrcColorFactor,
  Vector3,
  Vector4,
  ZeroFactor,
  type BufferGeometry,
  type Group,
  type MeshPhysicalMaterialParameters,
  type Texture,
} from 'three'
import { group, mesh } from './shapes.ts'

/*
 * How light meets a surface here. Lamps of the studio are many small shadow-casting lights that take turns from frame
 * to frame and light the diffuse part; what a glaze or a metal mirrors is the softboxes of the environment, dimmed
 * where the lights of the dome do not reach (so that a mirrored softbox does not shine inside a drawer).
 */

/** A bulb inside a thing: lights what is near, without a shadow of its own. */
export interface Bulb {
  place: Vector3
  color: Color
  /** Radiance at 1 m on a white surface that faces it. */
  strength: number
  /** Cosine from straight up within which light leaves the shade upwards; 2 for none. */
  up: number
  /** The same downwards. */
  down: number
  /** Share that shines through the shade in all directions. */
  through: number
}

const mostBulbs = 4
/** How many of the directional lights are the key; the others are the dome. */
export const keyLights = 2

const white = new DataTexture(new Uint8Array([255]), 1, 1, RedFormat)
white.needsUpdate = true

/** Shared by all materials; the studio sets them before each frame. */
export const shared = {
  frame: { value: 0 },
  gobo: { value: white as Texture },
  goboShare: { value: 0 },
  bulbPlaces: { value: Array.from({ length: mostBulbs }, () => new Vector4()) },
  bulbColors: { value: Array.from({ length: mostBulbs }, () => new Vector3()) },
  bulbShapes: { value: Array.from({ length: mostBulbs }, () => new Vector4()) },
  /** Blur of a shadow near what throws it (key, dome), and what is added far behind it; in widths of the lit ball. */
  shadowReach: { value: new Vector3(0.006, 0.014, 0.06) },
}

/** Tells materials which lights there are; what is absent costs nothing. */
export function defineLights(material: MeshPhysicalMaterial, bulbs: number, withGobo: boolean): void {
  const defines = { ...material.defines }
  delete defines['BULBS']
  delete defines['GOBO']
  if (bulbs > 0) defines['BULBS'] = Math.min(bulbs, mostBulbs)
  if (withGobo) defines['GOBO'] = ''
  material.defines = defines
  material.needsUpdate = true
}

export function setBulbs(bulbs: readonly Bulb[]): void {
  for (let i = 0; i < mostBulbs; i++) {
    const bulb = bulbs[i]
    shared.bulbPlaces.value[i]?.set(
      bulb?.place.x ?? 0,
      bulb?.place.y ?? 0,
      bulb?.place.z ?? 0,
      bulb === undefined ? 0 : 1,
    )
    if (bulb === undefined) continue
    shared.bulbColors.value[i]?.set(bulb.color.r, bulb.color.g, bulb.color.b).multiplyScalar(bulb.strength)
    shared.bulbShapes.value[i]?.set(bulb.up, bulb.down, bulb.through, 0)
  }
}

/** A material that is lit by the studio. `mirrors: false` leaves the environment's reflections out (paper, walls). */
export function surface(parameters: MeshPhysicalMaterialParameters, mirrors = true): MeshPhysicalMaterial {
  const material = new MeshPhysicalMaterial(parameters)
  material.userData['mirrors'] = mirrors
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, shared)
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <shadowmap_pars_fragment>', `#include <shadowmap_pars_fragment>\n${declarations}`)
      .replace('#include <lights_fragment_begin>', lights)
      .replace('#include <lights_fragment_maps>', reflections)
  }
  material.customProgramCacheKey = () => 'studio'
  return material
}

/**
 * Thin clear or coloured glass: what is behind is tinted, more so at the edges, and the softboxes are mirrored on top.
 * Draw inside and outside of the wall as one geometry.
 */
export function glass(geometry: BufferGeometry, tint: Color, density = 1): Group {
  const filter = new ShaderMaterial({
    uniforms: { tint: { value: tint }, density: { value: density } },
    vertexShader: `varying vec3 n; varying vec3 v; void main() { vec4 p = modelViewMatrix * vec4(position, 1.0);
      n = normalMatrix * normal; v = -p.xyz; gl_Position = projectionMatrix * p; }`,
    fragmentShader: `uniform vec3 tint; uniform float density; varying vec3 n; varying vec3 v; void main() {
      float c = abs(dot(normalize(n), normalize(v)));
      float path = density / max(0.12, sqrt(1.0 - (1.0 - c * c) / 2.25) * mix(c, 1.0, 0.25));
      float fresnel = 0.04 + 0.96 * pow(1.0 - c, 5.0);
      gl_FragColor = vec4(pow(tint, vec3(path)) * (1.0 - fresnel * 0.85), 1.0); }`,
    blending: CustomBlending,
    blendSrc: ZeroFactor,
    blendDst: SrcColorFactor,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  })
  const gloss = surface({
    color: '#000000',
    roughness: 0.04,
    specularIntensity: 1,
    transparent: true,
    blending: AdditiveBlending,
    depthWrite: false,
    side: DoubleSide,
  })
  const [inside, shine] = [mesh(geometry, filter), mesh(geometry, gloss)]
  inside.userData['shadowShare'] = 0.3
  inside.renderOrder = 1
  shine.castShadow = false
  shine.renderOrder = 2
  return group(inside, shine)
}

const declarations = /* glsl */ `
uniform float frame;
uniform sampler2D gobo;
uniform float goboShare;
uniform vec4 bulbPlaces[${mostBulbs}];
uniform vec3 bulbColors[${mostBulbs}];
uniform vec4 bulbShapes[${mostBulbs}];
uniform vec3 shadowReach;
float studioOcclusion;
`

const lights = /* glsl */ `
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
  geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef STANDARD
  material.dfg = texture2D( dfgLUT, vec2( material.roughness, saturate( dot( normal, geometryViewDir ) ) ) ).rg;
#endif
vec3 irradiance = vec3( 0.0 );
vec3 iblIrradiance = vec3( 0.0 );
vec3 radiance = vec3( 0.0 );
vec3 clearcoatRadiance = vec3( 0.0 );
studioOcclusion = 0.0;
float studioSeen = 1e-4;
#if NUM_DIR_LIGHTS > 0
{
  float turn = fract( 52.9829189 * fract( dot( gl_FragCoord.xy + frame * 5.588238, vec2( 0.06711056, 0.00583715 ) ) ) );
  float away = sqrt( fract( turn * 7.31 + 0.37 ) );
  vec2 tap = vec2( cos( turn * PI2 ), sin( turn * PI2 ) ) * away;
  #pragma unroll_loop_start
  for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
    {
      vec3 toLight = directionalLights[ i ].direction;
      float facing = dot( normal, toLight );
      if ( facing > 0.0 ) {
        vec3 coord = vDirectionalShadowCoord[ i ].xyz;
        float blur = smoothstep( 0.35, 1.8, coord.z * 29.5 - 7.5 ) * shadowReach.z
          + ( UNROLLED_LOOP_INDEX < ${keyLights} ? shadowReach.x : shadowReach.y );
        coord.xy += tap * blur;
        // A slanted surface is nearer to the light beside the place that is asked for.
        coord.z -= blur * 0.05 * min( 4.0, sqrt( 1.0 - facing * facing ) / facing );
        float seen = 1.0;
        if ( coord.x > 0.0 && coord.x < 1.0 && coord.y > 0.0 && coord.y < 1.0 && coord.z < 1.0 )
          seen = texture( directionalShadowMap[ i ], vec3( coord.xy, coord.z + directionalLightShadows[ i ].shadowBias ) );
        vec3 arriving = directionalLights[ i ].color * facing * seen;
        if ( UNROLLED_LOOP_INDEX < ${keyLights} ) {
          #ifdef GOBO
            arriving *= mix( 1.0, texture2D( gobo, ( coord.xy - 0.5 ) * 0.4 + 0.5 ).r, goboShare );
          #endif
        } else {
          studioOcclusion += seen;
          studioSeen += 1.0;
        }
        iblIrradiance += arriving;
      }
    }
  }
  #pragma unroll_loop_end
}
#endif
studioOcclusion = ( studioOcclusion + 0.5e-4 ) / studioSeen;
#ifdef BULBS
for ( int i = 0; i < BULBS; i ++ ) {
  {
    vec3 toBulb = ( viewMatrix * vec4( bulbPlaces[ i ].xyz, 1.0 ) ).xyz - geometryPosition;
    float distance2 = max( dot( toBulb, toBulb ), 0.0004 );
    vec3 direction = toBulb * inversesqrt( distance2 );
    float rise = - ( vec4( direction, 0.0 ) * viewMatrix ).y;
    float spread = smoothstep( bulbShapes[ i ].x - 0.16, bulbShapes[ i ].x + 0.16, rise )
      + smoothstep( bulbShapes[ i ].y - 0.16, bulbShapes[ i ].y + 0.16, - rise ) + bulbShapes[ i ].z;
    iblIrradiance += bulbColors[ i ] * saturate( dot( normal, direction ) * 0.9 + 0.1 ) * spread / distance2
      * mix( 0.35, 1.0, studioOcclusion );
  }
}
#endif
iblIrradiance *= PI;
`

const reflections = /* glsl */ `
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
{
  float reach = mix( 0.3, 1.0, studioOcclusion );
  #ifdef USE_ANISOTROPY
    radiance += getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy ) * reach;
  #else
    radiance += getIBLRadiance( geometryViewDir, geometryNormal, material.roughness ) * reach;
  #endif
  #ifdef USE_CLEARCOAT
    clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness ) * reach;
  #endif
}
#endif
`
