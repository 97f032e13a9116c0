import { partOf } from '../part/placed.tsx'

/** The first categories in a row. */
export default partOf('nav')
