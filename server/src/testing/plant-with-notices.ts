import { eq } from 'drizzle-orm'
import { gatherWindowMs, noticeTask, timeCauseTask } from '../features/notices/notice-task.ts'
import { plantTable } from '../tables/plants.schema.ts'
import { openPlantWithUnit } from './plant-with-unit.ts'
import { takeTurn } from './take-turn.ts'

/** A plant with a unit of four lamps, and its members' notices over time. */
export const openPlantWithNotices = async () => {
  const plant = await openPlantWithUnit()
  const { server } = plant
  let seq = 100
  const noticeParts = {
    ports: server.ports,
    inTransaction: server.inTransaction,
    db: server.database.db,
    log: server.log,
  }
  const processCauses = async () => {
    await takeTurn(timeCauseTask, noticeParts)
    await takeTurn(noticeTask, noticeParts)
  }
  const advanceClock = (ms: number) => {
    server.clock.time = new Date(server.clock.time.getTime() + ms)
  }
  const state = (body: object) =>
    plant.sendMessage('state', { boot: 2, seq: ++seq, at: server.clock.now().toISOString(), body })
  const lamp = (addr: number, faults: number) =>
    [
      addr,
      `A1B${(0x2c0 + addr).toString(16).toUpperCase()}`,
      0,
      2,
      8,
      faults,
      2,
      254,
      30,
      254,
      1,
      1,
      0,
      null,
      null,
    ] as const
  const mails = () =>
    server.mails
      .splice(0)
      .filter(({ template }) => template === 'notice')
      .map(({ to, language, values }) => ({
        to,
        language,
        kind: values.kind,
        subject: values.subject,
        url: values.url ?? '',
        zone: values.zone,
        lines: JSON.parse(values.lines ?? '[]') as string[],
      }))
  const owner = { name: 'Comune di Esempio', email: '', phone: '', piva: '' }
  await server.database.db.update(plantTable).set({ owner }).where(eq(plantTable.id, plant.plantId))
  await processCauses()
  server.mails.length = 0

  return {
    ...plant,
    /** Saves and sends notices. */
    noticeParts,
    processCauses,
    advanceClock,
    lamp,
    report: (...lamps: ReturnType<typeof lamp>[]) => state({ l: lamps }),
    /** The unit reports its fault bits, and whether it runs on battery. */
    reportUnit: (faults: number, onBattery = false) => state({ sys: [onBattery ? 1 : 0, faults, 0, null] }),
    record: (kind: string, body: unknown) =>
      plant.sendMessage('record', { boot: 2, seq: ++seq, at: server.clock.now().toISOString(), kind, body }),
    mails,
    /** Notices after the gathering time. */
    async drainNotices() {
      advanceClock(gatherWindowMs)
      await processCauses()
      return mails()
    },
  }
}

export type PlantWithNotices = Awaited<ReturnType<typeof openPlantWithNotices>>
