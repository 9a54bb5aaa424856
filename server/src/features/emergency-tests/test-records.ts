import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import type { Work } from '../../kernel/work.ts'
import { listTestRecords, type StoredRecord } from './test-records.store.ts'
import type { Numbered, TestRecord } from './test-timeline.ts'

/** A unit with new test records, and its reporting life. */
export type Reporter = Pick<EnrolledUnit, 'id' | 'plantId' | 'unit' | 'cuType'> & { life: string }
/** A parsed record of a test. */
export type ReadTestRecord = Numbered<TestRecord> & { testId: string }

const decodeRecord = (type: CentralUnitType, { kind, body, ...numbers }: StoredRecord): ReadTestRecord[] => {
  const record = type.decodeRecord(kind, body)
  return 'testId' in record ? [{ ...numbers, record }] : []
}

/** Every record of these tests from the unit in its life, by test. */
export const readTestRecords = async (work: Work, unit: Reporter, testIds: readonly string[]) => {
  const type = work.ports.devices.types[unit.cuType]
  if (!type) throw new Error(`no unit type ${unit.cuType}`)
  const storedRecords = await listTestRecords(work.tx, { centralUnitId: unit.id, life: unit.life }, testIds)
  return Map.groupBy(
    storedRecords.flatMap((one) => decodeRecord(type, one)),
    ({ testId }) => testId,
  )
}
