import type { Models } from '../model.ts'
import { deskLamps } from './lighting-desk.ts'
import { floorLamps } from './lighting-floor.ts'
import { pendants } from './lighting-pendants.ts'
import { tableLamps } from './lighting-table.ts'

export const lighting: Models = { ...tableLamps, ...floorLamps, ...deskLamps, ...pendants }
