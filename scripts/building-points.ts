import {
  type NumberedPoint,
  numberedLampPoints,
  numberedPlantPoints,
  numberedUnitPoints,
  perLamp,
  perUnit,
} from '../bridge/src/outward/bacnet/objects.ts'
import { layout, mapVersion } from '../bridge/src/outward/modbus/register-map.ts'
import type { Point } from '../bridge/src/outward/points.ts'

/** The page of all points for building systems, from the bridge's tables. */

type Column<Of> = (point: Point<Of>, at: number) => string

const valuesOf = <Of>(point: Point<Of>): string => {
  if (point.kind === 'binary') return '0 no, 1 yes'
  if (point.kind === 'state') return point.states.map((state, at) => `${at} ${state}`).join(', ')
  if (point.kind === 'time') return 'hours until then, 0 once it has passed'
  return point.unit === 'percent' ? '0 to 100 %' : 'number'
}

const nameOf = <Of>(point: Point<Of>): string =>
  point.kind === 'state' && point.isWritable ? `${point.name} (can be written)` : point.name

const objectTypeNames: Readonly<Record<number, string>> = {
  0: 'Analog Input',
  3: 'Binary Input',
  13: 'Multi-state Input',
  19: 'Multi-state Value',
}

const table = <Of>(points: readonly NumberedPoint<Of>[], register: Column<Of>, instance: string): string[] => [
  '| Point | Value | Modbus register | BACnet object | Instance |',
  '| --- | --- | --- | --- | --- |',
  ...points.map(({ point, type, number }, at) => {
    const cells = [nameOf(point), valuesOf(point), register(point, at), objectTypeNames[type], `${instance}${number}`]
    return `| ${cells.join(' | ')} |`
  }),
]

const { points, faultBits, unknownBits, bitRegisters, lamps, lampRegisters, lampPoints: firstOfLamp } = layout

export const buildingPoints = (): string =>
  [
    '# Points for building systems',
    '',
    'Written by `npm run docs`. [How to buy, wire and start it](building-systems.md).',
    '',
    '## Modbus',
    '',
    `Map version ${mapVersion}. Registers are numbered from 0, as on the wire: register 10 is 40011 or 30011 in tools that count from 1.`,
    'Functions 3 and 4 read the same map. All values are unsigned, and 65535 means "unknown" and is never shown as good.',
    'Unit ids 0 and 255 are the plant. Units have ids from 1, in the order in which they were added; an id never changes.',
    '',
    '| Register | Content |',
    '| --- | --- |',
    '| 0 | version of this map |',
    '| 1 | seconds, counting: the bridge is alive |',
    '| 2 | 1 while the platform answers |',
    '| 3 | 0 plant, 1 unit |',
    '| 4, 5 | serial of the unit, high word first |',
    '| 6 | seconds since the unit last reported |',
    `| ${faultBits} to ${faultBits + bitRegisters - 1} | a bit for each lamp of the unit, lamp 1 is the lowest: it has a fault or its state is unknown |`,
    `| ${unknownBits} to ${unknownBits + bitRegisters - 1} | the same: its state is unknown |`,
    `| L = ${lamps} + ${lampRegisters} × (lamp − 1) | the block of a lamp: 1 if it is known |`,
    '| L + 1 | seconds since the lamp last reported |',
    '',
    'Exceptions: 1 no such function, or commands are off or not allowed. 2 no such register, or it is read-only. 3 wrong value or number.',
    '4 the platform refuses. 11 no such unit, or the platform does not answer.',
    '',
    '## BACnet',
    '',
    `U is ${perUnit} × the number of the unit. The names of objects are made of the unit, the lamp and the point: \`logica_0A1B2C.lamp-12.fault\`.`,
    'Descriptions have the names that people gave. States count from 1, so BACnet shows one more than the number in the tables below.',
    'Status_Flags has FAULT while a value is unknown. Reliability is then 12 (no answer) or 7 (never reported), and the last value stays.',
    '',
    '## Plant',
    '',
    ...table(numberedPlantPoints, (_, at) => `${points + at}`, ''),
    '',
    '## Unit',
    '',
    ...table(numberedUnitPoints, (_, at) => `${points + at}`, 'U + '),
    '',
    '## Lamp',
    '',
    ...table(numberedLampPoints, (_, at) => `L + ${firstOfLamp + at}`, `U + ${perLamp} × lamp + `),
    '',
  ].join('\n')
