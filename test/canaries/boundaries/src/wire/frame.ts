export interface Frame {
  size: number
}
