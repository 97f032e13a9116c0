export const shuffled = (): number => Math.random()
