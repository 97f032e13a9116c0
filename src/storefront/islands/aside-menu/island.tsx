import { partOf } from '../part/placed.tsx'

/** A list of links beside a text: categories, pages, or what is offered. */
export default partOf('aside-menu')
