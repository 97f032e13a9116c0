import { partOf } from '../part/placed.tsx'

/** One product as a card. */
export default partOf('product-single')
