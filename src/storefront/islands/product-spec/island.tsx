import { partOf } from '../part/placed.tsx'

/** The facts of a product in a table. */
export default partOf('product-spec')
