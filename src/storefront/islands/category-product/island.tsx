import { partOf } from '../part/placed.tsx'

/** The products of one category, under its name. */
export default partOf('category-product')
