import { partOf } from '../part/placed.tsx'

/** Articles of different heights without gaps between them. */
export default partOf('article-masonry')
