import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { BusLines } from './bus-lines.ts'
import type { Inputs } from './inputs.ts'
import { type FrontedUnit, unitFrontOf } from './unit-front.ts'
import type { UnitFace } from './unit-wire.ts'

/** Maximum orphan nodes in a message. */
const maxOrphans = 992

/** Detail of a unit beyond its shadow (docs/protocol/detail.md). */
export const unitDetailOf = (
  unit: FrontedUnit & { readonly inputs: Inputs; readonly busLines: BusLines },
  serial: string,
  face: UnitFace,
): Partial<UnitDetail> => {
  const { context, settings, schedules, supply, bluetooth, inputs, scenes, inhibition } = unit
  const { hardware } = context.wire
  const { name, ratedHours, flags, contacts, configurationMode, relay } = settings
  const { faults, warnings, onBattery } = face
  const system = { serial, now: context.clock.now(), lamps: context.list.known, faults, warnings, onBattery }
  return {
    name,
    batteryCode: hardware.batteryCode,
    dimension: hardware.dimension,
    mainId: serial,
    substationIds: Array.from({ length: hardware.substations ?? 0 }, (_, index) => `${serial}-SUB${index + 1}`),
    ratedHours,
    functional: schedules.detailOf('functional'),
    autonomy: schedules.detailOf('autonomy'),
    gsm: hardware.hasModem ? modemOf(face) : null,
    flags,
    inputs: Array.from({ length: hardware.inputs }, (_, index) => ({
      number: index + 1,
      on: inputs.isOn(index + 1) || (index === 0 && onBattery),
    })),
    relay: relay === null ? null : { on: relay },
    contacts,
    orphanNodes:
      face.network.state === 'complete' ? context.list.unlisted.slice(0, maxOrphans).map((lamp) => lamp.serial) : [],
    ...(hardware.bluetoothDevices > 0 && { bluetooth: bluetooth.entries }),
    ...hardware.system?.(system),
    ...(hardware.gear && { lineScans: unit.busLines.scans }),
    emergencyForced: supply.isForced,
    configurationMode,
    scenes: scenes.detail,
    inhibition: inhibition.detail,
    front: unitFrontOf(unit),
  }
}

const modemOf = ({ faults }: UnitFace): UnitDetail['gsm'] =>
  faults.has('modem')
    ? { state: 'error', operator: null, signal: null }
    : { state: 'registered', operator: 'Demo Mobil', signal: -71 }
