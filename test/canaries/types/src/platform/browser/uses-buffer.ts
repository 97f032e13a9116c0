export const size = (text: string): number => Buffer.byteLength(text)
