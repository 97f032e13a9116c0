import { build } from '../scripts/build.ts'

export const make = build
