async function save(): Promise<void> {}

export function add(): void {
  save()
}
