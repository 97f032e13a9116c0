import { partOf } from '../part/placed.tsx'

/** What a product costs now. */
export default partOf('product-price')
