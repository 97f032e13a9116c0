type State = 'open' | 'placed'

export function label(state: State): string {
  switch (state) {
    case 'open':
      return 'Open'
  }
  return ''
}
