import { hasEnoughLight } from '@vigilux/contract/features/handover/handover.rules.ts'
import { type ChecklistItem, checklistItems, type Measurement } from '@vigilux/contract/features/handover/handover.ts'
import type { Work } from '../../kernel/work.ts'
import { addEntries, type EntryDraft, type Person } from '../logbook/index.ts'
import type { FullHandover } from './view-handover.ts'

/** Local noon of a day in the plant, but never in the future. */
const noonOf = (day: string, timezone: string, now: Date): Date => {
  const noon = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime: '12:00' })
  return new Date(Math.min(noon.epochMilliseconds, now.getTime()))
}

/** In figures only, because the text has no language. */
const lightText = ({ point, lux, requiredLux }: Measurement): string => `${point}: ${lux} lx < ${requiredLux} lx`

const firstDay = (measurements: readonly Measurement[]): string | undefined =>
  measurements.map(({ on: measuredOn }) => measuredOn).toSorted()[0]

/**
 * Records a verification signed by both sides in the logbook: both signatures, the certificate, every defect until its
 * remedy, and the light. The light is recorded if it covers the whole plant, dated by its oldest point.
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
  const author = installer ? personOf(installer) : null
  const entry = (onceSuffix: string) => ({
    plantId,
    by: author,
    at: now,
    recordedAt: now,
    once: `handover ${id} ${onceSuffix}`,
  })
  const signed = signatures.map(
    (signature): EntryDraft => ({
      ...entry(signature.side),
      by: personOf(signature),
      at: signature.at,
      kind: 'handoverSigned',
      facts: { handover: no, of: kind, side: signature.side, digest },
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
  // Added parts are measured separately: the rest of the plant keeps its older measurement.
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
  const defect = (defectKey: ChecklistItem | number, text: string): EntryDraft => ({
    ...entry(`defect ${defectKey}`),
    kind: 'defect',
    text,
  })
  const defects = [
    ...checklistItems.flatMap((item) => {
      const itemAnswer = answers[item]
      return itemAnswer?.answer === 'no' ? [defect(item, itemAnswer.note)] : []
    }),
    ...measurements.flatMap((one, at) => (hasEnoughLight(one) ? [] : [defect(at, lightText(one))])),
  ]
  addEntries(work, [...signed, ...certificate, ...light, ...defects])
}
