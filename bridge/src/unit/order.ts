import type { UnitKey } from '@vigilux/contract/features/central-units/central-unit.ts'
import { commands } from '@vigilux/device-plane/central-units/dali/wire.ts'
import { sharedCommands } from '@vigilux/device-plane/commands.ts'
import type { TestRunner } from '../emergency-test/test-runner.ts'
import type { BusLine } from '../line/bus-line.ts'
import { type CommandEnd, done, refused } from '../platform/command-desk.ts'
import type { Enrolment } from '../platform/enrolment.ts'
import type { Journal } from '../platform/journal.ts'
import type { AutomaticTests } from './automatic-tests.ts'
import type { BridgeState, StoredGear } from './bridge-state.ts'
import type { GroupBatch } from './group-batch.ts'
import type { Identification } from './identification.ts'
import type { Inhibition } from './inhibition.ts'
import type { LampRegister } from './lamp-register.ts'
import type { Light } from './light.ts'
import type { LineScans } from './line-scans.ts'
import type { RecordBook } from './record-book.ts'
import type { Reporter } from './reporter.ts'
import type { SceneRuns } from './scene-runs.ts'

/** Parts of the unit for commands. */
export type CommandedUnit = {
  readonly lines: readonly BusLine[]
  readonly lamps: LampRegister
  readonly tests: TestRunner
  readonly scans: LineScans
  readonly inhibition: Inhibition
  readonly light: Light
  readonly identification: Identification
  readonly automaticTests: AutomaticTests
  readonly scenes: SceneRuns
  readonly enrolment: Enrolment
  readonly records: RecordBook
  readonly reporter: Reporter
  readonly journal: Journal<BridgeState>
  readonly batch: GroupBatch
  press(keys: readonly UnitKey[]): void
  restart(): void
  factoryReset(): void
  sendEverything(): void
  saveGears(gears: readonly StoredGear[], line: BusLine): void
  setClock(now: number, utcOffsetMin: number, clockChanges: BridgeState['clockChanges']): void
}

type Bodies = typeof commands & { [Name in keyof typeof sharedCommands]: (typeof sharedCommands)[Name]['body'] }
type Obey<Name extends keyof Bodies> = (
  unit: CommandedUnit,
  body: ReturnType<Bodies[Name]['parse']>,
  accept: () => void,
) => CommandEnd | Promise<CommandEnd>
/** A command with the schema of its body. */
export type Order = { read(body: unknown): unknown; obey: Obey<never> }

export const order = <Name extends keyof Bodies>(name: Name, obey: Obey<Name>): Record<string, Order> => {
  const schema =
    name in commands
      ? commands[name as keyof typeof commands]
      : sharedCommands[name as keyof typeof sharedCommands].body
  return { [name]: { read: (body) => schema.parse(body ?? {}), obey: obey as Obey<never> } }
}

/** Last writing command of each unit. */
const writing = new WeakMap<CommandedUnit, Promise<unknown>>()

/** Writes one after the other: two commands would undo each other's groups and addresses. */
export const inTurn = (
  unit: CommandedUnit,
  accept: () => void,
  write: () => CommandEnd | Promise<CommandEnd>,
): Promise<CommandEnd> => {
  accept()
  const end = (writing.get(unit) ?? Promise.resolve()).then(write)
  writing.set(
    unit,
    end.catch(() => undefined),
  )
  return end
}

/** A command without any reached gear is refused. */
export const ended = (isDone: boolean): CommandEnd => (isDone ? done : refused('DEVICE_NOT_REACHABLE'))
