/** Comes out of a stream: there is nobody to return it to. */
export class TooLarge extends Error {}
