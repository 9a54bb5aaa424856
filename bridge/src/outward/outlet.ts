import type { OutwardReport } from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import type { PlantCommands } from './plant-commands.ts'
import type { PlantState } from './plant-state.ts'
import type { RecentClients } from './recent-clients.ts'

/** The plant as an interface offers it, and the actions of its clients. */
export type OutletTarget = {
  /** Null before the first read. */
  state(): PlantState | null
  commands: PlantCommands
  now(): Date
}

export type OutletStatus = Pick<OutwardReport, 'state' | 'failure'>

/** An open interface. */
export type Outlet = {
  name: string
  /** Address it listens on, or of its server. */
  address: string
  /** Absent for an interface without clients. */
  clients?: RecentClients
  /** Absent where an open interface cannot fail. */
  status?: OutletStatus
  /** The state of the plant changed. */
  changed?(): void
  /** @param isFinal it is switched off, or the token or the plant ended: remove its data from others */
  close(isFinal: boolean): Promise<void>
}

/** An interface in the settings of the site computer. */
export type OutletPlan = {
  name: string
  /** @param onStatus the status of the open interface changed */
  open(onStatus: () => void): Promise<Outlet>
  /** The plant as the platform shows it. */
  report(status: OutletStatus, outlet: Outlet | null): OutwardReport
  /** Removes its data from others in the background; null if there is none. */
  cleanUp?(): Outlet | null
}
