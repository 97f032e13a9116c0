/** A refusal in disguise: its callers have to know that they must catch it. */
export class CannotAdd extends Error {}
