import { partOf } from '../part/placed.tsx'

/** The stars of a product. */
export default partOf('product-score')
