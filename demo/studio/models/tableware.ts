import type { Models } from '../model.ts'
import { cups } from './tableware-cups.ts'
import { plates } from './tableware-plates.ts'
import { serving } from './tableware-serving.ts'

export const tableware: Models = { ...cups, ...plates, ...serving }
