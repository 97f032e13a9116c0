import { partOf } from '../part/placed.tsx'

/** Products of a collection, a category, a tag, or by name. */
export default partOf('product-list')
