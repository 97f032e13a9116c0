export enum State {
  open,
}
