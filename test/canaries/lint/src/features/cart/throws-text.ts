export function refuse(): never {
  throw 'no'
}
