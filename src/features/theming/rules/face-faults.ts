import { weightsIn, type NamedFace } from '#wire/faces.ts'
import { readFont } from '../faces/font.ts'
import type { ThemeFiles } from './theme-folder.ts'

export interface FaceFault {
  /** `theme.faces.0.weight` */
  path: string
  reason: string
}

/** Weights that the files of faces do not have. The files can be read; those that are not there are named elsewhere. */
export function faceFaults(faces: readonly NamedFace[], files: ThemeFiles): FaceFault[] {
  return faces.flatMap(({ file, weight }, index) => {
    const content = files.get(file)
    if (content === undefined || weight === null) return []
    const reason = weightFault(weight, content)
    return reason === null ? [] : [{ path: `theme.faces.${index}.weight`, reason }]
  })
}

function weightFault(weight: number | string, content: Buffer): string | null {
  const { weights, isVariable } = readFont(content)
  const [lightest, heaviest] = weightsIn(weight)
  if (!isVariable)
    return lightest === heaviest
      ? null
      : `${weight}: the file has one weight, not several; say that one, such as ${weights[0]}`
  return lightest >= weights[0] && heaviest <= weights[1]
    ? null
    : `${weight}: the file has ${weights[0]} to ${weights[1]}`
}
