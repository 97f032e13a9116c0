import type { Models } from '../model.ts'
import { baskets } from './decor-basket.ts'
import { clocks } from './decor-clocks.ts'
import { glow } from './decor-glow.ts'
import { vases } from './decor-vases.ts'
import { walls } from './decor-wall.ts'

export const decor: Models = { ...vases, ...walls, ...clocks, ...glow, ...baskets }
