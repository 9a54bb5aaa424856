import type { DeviceListeners } from '../../kernel/device-inbox.ts'
import { acquiredUnits, timedRecords } from '../central-units/index.ts'
import { unitRecordTable } from './logbook.schema.ts'

/** Keeps every record as it came. One that comes twice is one. */
export const logbookListeners: DeviceListeners = {
  async record(news, { tx, now }) {
    const units = await acquiredUnits(tx, [...new Set(news.map((one) => one.unit))])
    await tx
      .insert(unitRecordTable)
      .values(
        (await timedRecords(tx, news, now)).map(({ unit, boot, seq, at, clockWrong, raw }) => ({
          unit,
          boot,
          seq,
          at,
          clockWrong,
          toldAt: clockWrong ? raw.at : null,
          kind: raw.kind,
          body: raw.body ?? null,
          receivedAt: now,
          plantId: units.get(unit)?.plantId ?? null,
        })),
      )
      .onConflictDoNothing()
  },
}
