import { no, ok, type Result } from './result.ts'

/** State → event → the state it leads to. */
export type Machine<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>

/** The state after an event; refused if the present state does not know the event. */
export function next<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  state: State,
  event: Event,
): Result<State, { name: 'not_now' }> {
  const to = machine[state][event]
  return to === undefined ? no({ name: 'not_now' }) : ok(to)
}

/** States that no events lead to from `start`: a table that names one has a gap. */
export function unreachable<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  start: State,
): State[] {
  const seen = new Set<State>([start])
  const queue: State[] = [start]
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    for (const to of Object.values<State | undefined>(machine[state])) {
      if (to === undefined || seen.has(to)) continue
      seen.add(to)
      queue.push(to)
    }
  }
  return (Object.keys(machine) as State[]).filter((state) => !seen.has(state))
}
