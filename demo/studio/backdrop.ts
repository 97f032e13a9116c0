import { BufferGeometry, Float32BufferAttribute, Mesh, type Color } from 'three'
import { surface } from './shading.ts'

/*
 * What stands behind: `sweep` is a roll of paper that runs from the table up the wall without an edge; `wall` is a
 * plain wall at z = 0; `room` is the wall at z = 0 and the floor before it; `air` is the paper far behind a thing that hangs.
 */
export type SetName = 'sweep' | 'wall' | 'room' | 'air'

/** @param size metres across the picture at the thing */
export function makeBackdrop(set: SetName, color: Color, size: number): Mesh {
  const line =
    set === 'sweep'
      ? sweepLine(size * 5, -size * 2.2, size * 1.7, size * 6)
      : set === 'wall'
        ? ([
            [0, -size * 6],
            [0, size * 6],
          ] as const)
        : set === 'room'
          ? sweepLine(size * 5, 0, Math.min(0.008, size * 0.01), size * 6)
          : ([
              [-size * 0.9, -size * 6],
              [-size * 0.9, size * 6],
            ] as const)
  const material = surface({ color, roughness: 1, specularIntensity: 0 }, false)
  const made = new Mesh(strip(line, size * 14), material)
  made.receiveShadow = true
  return made
}

/** From the front along the floor, round the bend, and up: (z, y). */
function sweepLine(front: number, back: number, radius: number, top: number): [number, number][] {
  const line: [number, number][] = [[front, 0]]
  for (let step = 0; step <= 48; step++) {
    const angle = (step / 48) * (Math.PI / 2)
    line.push([back + radius - Math.sin(angle) * radius, radius - Math.cos(angle) * radius])
  }
  line.push([back, top])
  return line
}

function strip(line: readonly (readonly [number, number])[], width: number): BufferGeometry {
  const [positions, uvs, indices]: [number[], number[], number[]] = [[], [], []]
  let along = 0
  line.forEach(([z, y], i) => {
    const before = line[i - 1]
    if (before !== undefined) along += Math.hypot(z - before[0], y - before[1])
    positions.push(-width / 2, y, z, width / 2, y, z)
    uvs.push(0, along, width, along)
    if (i > 0) indices.push(i * 2 - 2, i * 2 - 1, i * 2, i * 2 - 1, i * 2 + 1, i * 2)
  })
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setAttribute('uv', new Float32BufferAttribute(uvs, 2))
  geometry.setIndex(indices)
  geometry.computeVertexNormals()
  return geometry
}
