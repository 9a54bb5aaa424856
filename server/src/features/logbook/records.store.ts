import type { RecordUpdate } from '@vigilux/device-plane/device-updates.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { EnrolledUnits } from '../../kernel/unit-register.ts'
import { unitRecordTable } from './logbook.schema.ts'

/** A record with its stored time. */
export type TimedRecord = RecordUpdate & { at: Date; clockWrong: boolean }

type Key = { unit: string; life: string; boot: number; seq: number }

/** Permanent key of a record. */
export const recordKey = ({ unit, life, boot, seq }: Key): string => `record ${unit} ${life} ${boot} ${seq}`

/** Saves raw records. A repeated one is ignored; returns the keys of new ones. */
export const insertRecords = async (
  tx: Tx,
  records: readonly TimedRecord[],
  units: EnrolledUnits,
  now: Date,
): Promise<Set<string>> => {
  const { unit: unitColumn, life: lifeColumn, boot: bootColumn, seq: seqColumn } = unitRecordTable
  const insertedRows = await tx
    .insert(unitRecordTable)
    .values(
      records.map(({ unit, life, boot, seq, at, clockWrong, record, raw }) => ({
        unit,
        life,
        boot,
        seq,
        at,
        clockWrong,
        reportedAt: clockWrong ? raw.at : null,
        kind: raw.kind,
        body: raw.body ?? null,
        receivedAt: now,
        plantId: units.get(unit)?.plantId ?? null,
        centralUnitId: units.get(unit)?.id ?? null,
        ...('testId' in record ? { testId: record.testId } : { event: record }),
      })),
    )
    .onConflictDoNothing()
    .returning({ unit: unitColumn, life: lifeColumn, boot: bootColumn, seq: seqColumn })
  return new Set(insertedRows.map(recordKey))
}
