export interface Finding {
  file: string
}
