import type { Frame } from '#wire/frame.ts'

export function Size({ size }: Frame): string {
  return String(size)
}
