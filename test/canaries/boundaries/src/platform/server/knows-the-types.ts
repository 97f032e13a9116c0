import type { IslandName } from '#app/islands.types.ts'

export const name = (island: IslandName): string => island
