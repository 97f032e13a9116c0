import { readFileSync } from 'node:fs'

export default function Cart(): string {
  return readFileSync('cart.txt', 'utf8')
}
