import { islands } from '#app/islands.ts'

export const names = islands
