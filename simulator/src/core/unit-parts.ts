import type { UnitKey } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { ConfigurationCommand } from '@vigilux/device-plane/commands.ts'
import type { BluetoothTable } from './bluetooth-table.ts'
import type { BusLines } from './bus-lines.ts'
import type { GroupBatch } from './group-batch.ts'
import type { Inhibition } from './inhibition.ts'
import type { Lights } from './lights.ts'
import type { NetworkSearch } from './network-search.ts'
import type { PowerSupply } from './power-supply.ts'
import type { Schedules } from './schedules.ts'
import type { TestRunner } from './test-runner.ts'
import type { Answer, UnitContext } from './unit-context.ts'
import type { UnitScenes } from './unit-scenes.ts'
import type { UnitSettings } from './unit-settings.ts'

/** Parts of a unit in reach of configuration commands. */
export type UnitParts = {
  readonly context: UnitContext
  readonly settings: UnitSettings
  readonly search: NetworkSearch
  readonly tests: TestRunner
  readonly supply: PowerSupply
  readonly schedules: Schedules
  readonly batch: GroupBatch
  readonly lights: Lights
  readonly scenes: UnitScenes
  readonly inhibition: Inhibition
  readonly bluetooth: BluetoothTable
  readonly busLines: BusLines
  press(keys: ReadonlySet<UnitKey>): void
  /** Restarts the unit soon. */
  restart(): void
}

type Body<Name extends ConfigurationCommand['name']> = Extract<ConfigurationCommand, { name: Name }>
/** Handlers of a unit for some of the configuration commands. */
export type Orders<Name extends ConfigurationCommand['name']> = {
  [Each in Name]: (unit: UnitParts, order: Body<Each>) => Answer
}
