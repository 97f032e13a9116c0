class Visit {
  cancel(): void {}
}

export class Prefetch extends Visit {
  cancel(): void {}
}
