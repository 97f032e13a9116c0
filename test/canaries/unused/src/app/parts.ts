export const used = 1
export const forgotten = 2
export interface Shape {
  size: number
}
