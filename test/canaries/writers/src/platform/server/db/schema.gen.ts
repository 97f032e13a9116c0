export interface DB {
  cart_lines: object
  carts: object
  order_lines: object
  orders: object
  skus: object
  tags: object
}
