// @ts-ignore
export const count: number = 'three'
