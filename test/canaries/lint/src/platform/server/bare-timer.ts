function send(): Promise<void> {
  throw new Error('before there is a promise')
}

export function repeat(task: () => void): void {
  setInterval(() => {
    JSON.parse('')
  }, 1_000)
  setTimeout(task, 1_000)
  setTimeout(() => void send(), 1_000)
  setImmediate(() => JSON.parse(''))
}
