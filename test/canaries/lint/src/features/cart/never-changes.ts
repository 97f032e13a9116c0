export function total(): number {
  let sum = 3
  return sum
}
