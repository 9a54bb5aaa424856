import { hasEnoughLight } from '@vigilux/contract/features/handover/handover.rules.ts'
import { type ChecklistItem, checklistItems, type Measurement } from '@vigilux/contract/features/handover/handover.ts'
import type { Work } from '../../kernel/work.ts'
import { addEntries, type EntryDraft, type Person } from '../logbook/index.ts'
import type { FullHandover } from './view-handover.ts'

/** Noon of a day in the plant, but no moment that has not come. */
const noonOf = (day: string, timezone: string, now: Date): Date => {
  const noon = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime: '12:00' })
  return new Date(Math.min(noon.epochMilliseconds, now.getTime()))
}

/** In figures alone: what people read of it is in no language. */
const lightText = ({ point, lux, requiredLux }: Measurement): string => `${point}: ${lux} lx < ${requiredLux} lx`

const firstDay = (measurements: readonly Measurement[]): string | undefined =>
  measurements.map(({ on }) => on).toSorted()[0]

/**
 * What a verification that both sides have signed is to the logbook: both signatures, the certificate, the light where it is that of the
 * whole plant (as old as its oldest point), and every defect, which stays one until somebody writes its remedy.
 */
export const logHandover = async (
  work: Work,
  { row, signatures, draft, digest }: FullHandover,
  { timezone, now }: { timezone: string; now: Date },
): Promise<void> => {
  const { id, plantId, no, kind } = row
  const { answers, measurements } = draft
  const personOf = ({ userId, name }: { userId: string; name: string }): Person => ({ userId, name })
  const installer = signatures.find(({ side }) => side === 'installer')
  const by = installer ? personOf(installer) : null
  const entry = (what: string) => ({ plantId, by, at: now, recordedAt: now, once: `handover ${id} ${what}` })
  const signed = signatures.map(
    (one): EntryDraft => ({
      ...entry(one.side),
      by: personOf(one),
      at: one.at,
      kind: 'handoverSigned',
      facts: { handover: no, of: kind, side: one.side, digest },
    }),
  )
  const certificate: EntryDraft[] =
    kind === 'repeat'
      ? []
      : [
          {
            ...entry('certificate'),
            kind: 'certificate',
            facts: { of: kind === 'initial' ? 'commissioning' : 'alteration' },
          },
        ]
  const result = measurements.every(hasEnoughLight) ? ('passed' as const) : ('failed' as const)
  const measuredOn = firstDay(measurements)
  // What was added alone is measured with it: the rest of the plant is as old as it was.
  const light: EntryDraft[] =
    kind === 'extension' || !measuredOn
      ? []
      : [
          {
            ...entry('light'),
            at: noonOf(measuredOn, timezone, now),
            kind: 'inspectionPhotometric',
            facts: { result },
            result,
          },
        ]
  const defect = (what: ChecklistItem | number, text: string): EntryDraft => ({
    ...entry(`defect ${what}`),
    kind: 'defect',
    text,
  })
  const defects = [
    ...checklistItems.flatMap((item) => {
      const given = answers[item]
      return given?.answer === 'no' ? [defect(item, given.note)] : []
    }),
    ...measurements.flatMap((one, at) => (hasEnoughLight(one) ? [] : [defect(at, lightText(one))])),
  ]
  addEntries(work, [...signed, ...certificate, ...light, ...defects])
}
