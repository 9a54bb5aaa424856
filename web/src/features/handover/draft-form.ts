import {
  type ChecklistItem,
  checklistItems,
  type Handover,
  type HandoverDraft,
} from '@vigilux/contract/features/handover/handover.ts'
import type { Versioned } from '../../shared/form/record-form.tsx'
import { formatNumber } from '../../shared/format/decimal.ts'
import type { Language } from '../../shared/i18n/languages.ts'

/** A point of measurement as typed. */
export type TypedPoint = { point: string; lux: string; requiredLux: string; instrument: string; on: string }

/** The form as typed: for each question the answer, empty while there is none, and the reason. */
export type DraftForm = {
  answers: Record<ChecklistItem, string>
  notes: Record<ChecklistItem, string>
  measurements: TypedPoint[]
  remarks: string
}

const fieldsByItem = (value: (item: ChecklistItem) => string): Record<ChecklistItem, string> =>
  Object.fromEntries(checklistItems.map((item) => [item, value(item)])) as Record<ChecklistItem, string>

/** Form values of the stored verification. */
export const toDraftForm = (
  { draft, version }: Pick<Handover, 'draft' | 'version'>,
  language: Language,
): Versioned<DraftForm> => {
  return {
    answers: fieldsByItem((item) => draft.answers[item]?.answer ?? ''),
    notes: fieldsByItem((item) => draft.answers[item]?.note ?? ''),
    measurements: draft.measurements.map((measurement) => ({
      ...measurement,
      lux: formatNumber(measurement.lux, language),
      requiredLux: formatNumber(measurement.requiredLux, language),
    })),
    remarks: draft.remarks,
    version,
  }
}

/** Parses a typed number with point or comma; empty or invalid input is NaN, never 0. */
const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))

/** Converts the form to the action's input. */
export const toHandoverDraft = ({ answers, notes, measurements, remarks }: DraftForm): HandoverDraft => ({
  answers: Object.fromEntries(
    checklistItems
      .filter((item) => answers[item] !== '')
      .map((item) => [item, { answer: answers[item], note: answers[item] === 'yes' ? '' : notes[item] }]),
  ) as HandoverDraft['answers'],
  measurements: measurements.map((typedPoint) => ({
    ...typedPoint,
    lux: parseNumber(typedPoint.lux),
    requiredLux: parseNumber(typedPoint.requiredLux),
  })),
  remarks,
})
