export type IslandName = 'cart'
