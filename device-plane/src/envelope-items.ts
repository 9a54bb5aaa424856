import { type UnitDetail, unitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { z } from 'zod'
import type { InvalidItem } from './central-unit-type.ts'
import {
  addr,
  type MeteredLamp,
  meteredLampOf,
  type NumberedLampDetail,
  numberedLampDetail,
  unvalidatedTelemetry,
} from './envelope.wire.ts'
import { createInvalidItem, readItems } from './items.ts'

/** Reads the lists of the envelope item by item. docs/protocol/messages.md */

type Detail = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Detail without the invalid items of its lists; null if the fault is not within a list. */
const dropInvalidItems = (detail: unknown, issues: readonly z.core.$ZodIssue[]): Detail | null => {
  const invalidIndexesByField = new Map<string, Set<number>>()
  for (const { path } of issues) {
    const [field, index] = path
    if (typeof field !== 'string' || typeof index !== 'number') return null
    invalidIndexesByField.set(field, (invalidIndexesByField.get(field) ?? new Set()).add(index))
  }
  if (!isObject(detail)) return null
  return Object.fromEntries(
    Object.entries(detail).map(([field, value]) => {
      const invalidIndexes = invalidIndexesByField.get(field)
      return [
        field,
        invalidIndexes && Array.isArray(value) ? value.filter((_, index) => !invalidIndexes.has(index)) : value,
      ]
    }),
  )
}

const invalidItemsOfIssues = (issues: readonly z.core.$ZodIssue[]): InvalidItem[] =>
  issues.map(({ path, message }) => createInvalidItem(['detail', ...path.slice(0, 2)].join('.'), new Error(message)))

/**
 * Reads the detail of a unit without the invalid items of its lists. A detail with another fault is discarded and the
 * last one remains, because an omitted field would mean a missing part of the unit.
 */
export const readUnitDetail = (detail: unknown): { detail: UnitDetail | null; odd: InvalidItem[] } => {
  if (detail === undefined) return { detail: null, odd: [] }
  const read = unitDetail.safeParse(detail)
  if (read.success) return { detail: read.data, odd: [] }
  const { issues } = read.error
  return {
    detail: unitDetail.safeParse(dropInvalidItems(detail, issues)).data ?? null,
    odd: invalidItemsOfIssues(issues),
  }
}

/** Reads the details of lamps. A lamp with an invalid detail keeps its last one. */
export const readLampDetails = (
  items: readonly unknown[],
): { lampDetails: NumberedLampDetail[]; odd: InvalidItem[] } => {
  const { read, odd } = readItems(
    items,
    (item) => numberedLampDetail.parse(item),
    (item, index) => {
      const at = isObject(item) ? addr.safeParse(item.addr).data : undefined
      return { name: at === undefined ? `detail item ${index + 1}` : `detail of lamp ${at}`, part: null }
    },
  )
  return { lampDetails: read, odd }
}

/**
 * Reads the list of addresses with a lamp. A list with an invalid address is discarded, because its lamp must not be
 * removed.
 */
export const readLampList = (
  items: readonly unknown[] | undefined,
): { lampList: number[] | null; odd: InvalidItem[] } => {
  const { read, odd } = readItems(
    items ?? [],
    (item) => addr.parse(item),
    (_, index) => ({ name: `lampList item ${index + 1}`, part: null }),
  )
  return { lampList: items && odd.length === 0 ? read : null, odd }
}

const findAddr = (item: unknown): number | undefined => (Array.isArray(item) ? addr.safeParse(item[0]).data : undefined)

/** Reads telemetry. Invalid or duplicate lamps are skipped; a message without any readable lamp is refused. */
export const readTelemetry = (json: unknown) => {
  const { life, first, count, lamps: items } = unvalidatedTelemetry.parse(json)
  const schema = meteredLampOf(count)
  const namedLamps = new Set<number | string>()
  const read = (item: unknown): MeteredLamp => {
    const lamp = schema.parse(item)
    const [place, serial] = lamp
    if (namedLamps.has(place) || namedLamps.has(serial)) throw new RangeError('a lamp is named once')
    namedLamps.add(place).add(serial)
    return lamp
  }
  const { read: lamps, odd } = readItems(items, read, (item, index) => ({
    name: `lamp ${findAddr(item) ?? `item ${index + 1}`}`,
    part: null,
  }))
  if (lamps.length === 0) throw new RangeError(`no lamp can be read: ${odd[0]?.why}`)
  return { life, first, count, lamps, odd }
}
