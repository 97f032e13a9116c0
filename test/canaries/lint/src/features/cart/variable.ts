export function total(): number {
  var sum = 3
  sum += 1
  return sum
}
