import { partOf } from '../part/placed.tsx'

/** The articles of one tag, under its name. */
export default partOf('category-article')
