import { chargerCount, moduleKinds, type UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'

export type PartKind = 'system' | 'line' | 'charger' | (typeof moduleKinds)[number]
type PartState = UnitDetail['lines'][number]['state']
export type Reading = { what: 'voltage' | 'current' | 'insulation' | 'temperature' | 'power'; value: number | null }
export type UnitPart = {
  /** Key of the part in the address: `line-3`, `AK-1`. */
  key: string
  kind: PartKind
  number: number
  /** Null when the unit reports nothing about it. */
  state: PartState | null
  readings: Reading[]
  lamps: number | null
  id: string | null
  firmware: string | null
  channels: { number: number; on: boolean }[]
}

export const readingUnits: Record<Reading['what'], string> = {
  voltage: 'V',
  current: 'A',
  insulation: 'kΩ',
  temperature: '°C',
  power: 'W',
}

const emptyPart = { lamps: null, id: null, firmware: null, channels: [] }

/** The parts of a unit from its report. A unit with chargers always has five; missing ones are unknown. */
export function partsOf(detail: UnitDetail): UnitPart[] {
  const lines = detail.lines.map(
    ({ number, state, lamps, voltage, current, insulation }): UnitPart => ({
      ...emptyPart,
      key: `line-${number}`,
      kind: 'line',
      number,
      state,
      lamps,
      readings: [
        { what: 'voltage', value: voltage },
        { what: 'current', value: current },
        { what: 'insulation', value: insulation },
      ],
    }),
  )
  const modules = detail.modules.map(
    ({ kind, number, id, state, firmware, channels, power, temperature }): UnitPart => ({
      ...emptyPart,
      key: `${kind}-${number}`,
      kind,
      number,
      state,
      id,
      firmware,
      channels,
      readings: [
        { what: 'power', value: power },
        { what: 'temperature', value: temperature },
      ],
    }),
  )
  const parts = [...lines, ...chargersOf(detail), ...modules]
  return parts.length === 0 ? [] : [systemOf(detail, parts), ...parts]
}

const worstFirst: readonly PartState[] = ['error', 'absent', 'warning', 'ok', 'off']

/** The whole system: the state of its worst part, with its battery's readings. */
function systemOf({ battery }: UnitDetail, parts: readonly UnitPart[]): UnitPart {
  return {
    ...emptyPart,
    key: 'system',
    kind: 'system',
    number: 1,
    state: worstFirst.find((state) => parts.some((part) => part.state === state)) ?? null,
    readings: [
      { what: 'voltage', value: battery?.voltage ?? null },
      { what: 'current', value: battery?.current ?? null },
      { what: 'temperature', value: battery?.temperature ?? null },
    ],
  }
}

function chargersOf({ chargers }: UnitDetail): UnitPart[] {
  if (chargers.length === 0) return []
  return Array.from({ length: chargerCount }, (_, at): UnitPart => {
    const reportedCharger = chargers.find(({ number }) => number === at + 1)
    return {
      ...emptyPart,
      key: `charger-${at + 1}`,
      kind: 'charger',
      number: at + 1,
      state: reportedCharger?.state ?? null,
      readings: [
        { what: 'voltage', value: reportedCharger?.voltage ?? null },
        { what: 'current', value: reportedCharger?.current ?? null },
        { what: 'temperature', value: reportedCharger?.temperature ?? null },
      ],
    }
  })
}

/** The kinds of parts, in the order of the page. */
export const partOrder: readonly PartKind[] = ['system', 'line', 'charger', ...moduleKinds]
