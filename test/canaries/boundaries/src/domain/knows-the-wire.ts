import type { Frame } from '#wire/frame.ts'

export const size = (frame: Frame): number => frame.size
