export function cost(kind: string): number {
  let total = 0
  switch (kind) {
    case 'gift':
      total += 5
    case 'plain':
      total += 1
  }
  return total
}
