import { Box3, Mesh, PerspectiveCamera, Vector3, type Object3D } from 'three'
import { radians } from './shapes.ts'

/** How a thing is looked at. */
export interface View {
  /** Degrees by which the thing is turned to the right of the camera. */
  turn: number
  /** Degrees by which the camera looks down. */
  elevation: number
  /** Degrees from the bottom to the top of the picture. */
  lens: number
  /** Share of the picture that the thing takes, the greater of width and height. */
  fill: number
  /** Where the middle of the thing comes to lie: -1 to 1 to the right, and upwards. */
  offset: readonly [number, number]
  /** For a close-up: the ball to show instead of the whole thing, in the thing's own metres before it is turned. */
  crop: { center: readonly [number, number, number]; radius: number } | null
  /** Diameter of the lens in parts of the distance: 0 is sharp everywhere, 0.02 is a soft background. */
  aperture: number
}

export const plainView: View = {
  turn: 0,
  elevation: 13,
  lens: 22,
  fill: 0.64,
  offset: [0, -0.03],
  crop: null,
  aperture: 0,
}

export interface Shot {
  camera: PerspectiveCamera
  /** Metres to what is sharp. */
  focus: number
  /** Metres from bottom to top of the picture there. */
  height: number
}

/** The camera that sees the subject as the view says; a subject's parts marked `unframed` may leave the picture. */
export function frame(subject: Object3D, view: View, aspect: number): Shot {
  subject.updateMatrixWorld(true)
  const camera = new PerspectiveCamera(view.lens, aspect, 0.01, 1000)
  const points = view.crop === null ? pointsOf(subject) : ballOf(view.crop, subject)
  const bounds = new Box3().setFromPoints(points)
  const target = bounds.getCenter(new Vector3())
  let distance = bounds.getSize(new Vector3()).length() / Math.tan(radians(view.lens / 2))
  const back = new Vector3(0, Math.sin(radians(view.elevation)), Math.cos(radians(view.elevation)))
  const seen = new Vector3()
  for (let round = 0; round < 8; round++) {
    camera.position.copy(target).addScaledVector(back, distance)
    camera.lookAt(target)
    camera.updateMatrixWorld(true)
    const edges = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity }
    for (const point of points) {
      seen.copy(point).project(camera)
      edges.left = Math.min(edges.left, seen.x)
      edges.right = Math.max(edges.right, seen.x)
      edges.bottom = Math.min(edges.bottom, seen.y)
      edges.top = Math.max(edges.top, seen.y)
    }
    const half = Math.tan(radians(view.lens / 2)) * distance
    const across = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0)
    const upward = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1)
    target.addScaledVector(across, ((edges.left + edges.right) / 2 - view.offset[0]) * half * aspect)
    target.addScaledVector(upward, ((edges.bottom + edges.top) / 2 - view.offset[1]) * half)
    const extent = Math.max(
      (edges.right - edges.left) / 2,
      ((edges.top - edges.bottom) / 2) * Math.min(1, aspect),
    )
    distance *= extent / view.fill
  }
  camera.position.copy(target).addScaledVector(back, distance)
  camera.lookAt(target)
  camera.near = distance * 0.05
  camera.far = distance * 12
  camera.updateProjectionMatrix()
  camera.updateMatrixWorld(true)
  const middle = bounds.getCenter(new Vector3())
  return {
    camera,
    focus: -middle.applyMatrix4(camera.matrixWorldInverse).z,
    height: 2 * Math.tan(radians(view.lens / 2)) * distance,
  }
}

/** Moves the camera by parts of a pixel, and over the lens; what lies at the focus stays where it is. */
export function jitter(
  shot: Shot,
  start: Vector3,
  pixel: readonly [number, number],
  lens: readonly [number, number],
): void {
  const { camera, focus } = shot
  const across = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0)
  const upward = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1)
  camera.position.copy(start).addScaledVector(across, lens[0]).addScaledVector(upward, lens[1])
  camera.updateMatrixWorld(true)
  camera.updateProjectionMatrix()
  const projection = camera.projectionMatrix.elements
  projection[8] = pixel[0] - (lens[0] * (projection[0] ?? 1)) / focus
  projection[9] = pixel[1] - (lens[1] * (projection[5] ?? 1)) / focus
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert()
}

function pointsOf(subject: Object3D): Vector3[] {
  const points: Vector3[] = []
  subject.traverse((part) => {
    if (!(part instanceof Mesh) || part.userData['unframed'] === true) return
    const position = part.geometry.getAttribute('position')
    const step = Math.max(1, Math.floor(position.count / 1500))
    for (let i = 0; i < position.count; i += step)
      points.push(new Vector3().fromBufferAttribute(position, i).applyMatrix4(part.matrixWorld))
  })
  return points
}

function ballOf(crop: NonNullable<View['crop']>, subject: Object3D): Vector3[] {
  const center = new Vector3(...crop.center).applyMatrix4(subject.matrixWorld)
  return Array.from({ length: 64 }, (_, i) => {
    const y = 1 - (2 * (i + 0.5)) / 64
    const flat = Math.sqrt(1 - y * y)
    return new Vector3(Math.cos(i * 2.4) * flat, y, Math.sin(i * 2.4) * flat)
      .multiplyScalar(crop.radius)
      .add(center)
  })
}
