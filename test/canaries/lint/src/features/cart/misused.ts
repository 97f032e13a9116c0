async function isFull(): Promise<boolean> {
  return false
}

export const message = (): string => (isFull() ? 'full' : 'room')
