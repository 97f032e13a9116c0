/** `address.city` → the id of its field on the page. */
export function idOf(field: string): string {
  return `checkout-${field.replace('.', '-')}`
}
