import { partOf } from '../part/placed.tsx'

/** The whole shop at a glance. */
export default partOf('nav-menu')
