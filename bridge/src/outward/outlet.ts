import type { PlantCommands } from './plant-commands.ts'
import type { PlantState } from './plant-state.ts'

/** What an interface offers, and how its clients act. */
export type OutletTarget = {
  /** Null before the first read. */
  state(): PlantState | null
  commands: PlantCommands
  now(): Date
}

/** An open interface. */
export type Outlet = {
  name: string
  /** Where it listens, or to what it is connected. */
  address: string
  /** The state of the plant changed. */
  changed?(): void
  /** @param isFinal the token or the plant ended: take away what others were given */
  close(isFinal: boolean): Promise<void>
}
