import { isClientRole, type PlantRole } from '../../kernel/permissions.ts'
import { canonicalJson } from '../logbook/chain.rules.ts'
import {
  checklistItems,
  type HandoverDefect,
  type HandoverDraft,
  type HandoverKind,
  type HandoverSide,
  type HandoverVerdict,
  type Installed,
  type InstalledLamp,
  lightRepeatYears,
  type Measurement,
  type MissingItem,
} from './handover.ts'

/** Content for the signatures of both sides. */
export type HandoverContent = { id: string; no: number; kind: HandoverKind; installed: Installed; draft: HandoverDraft }

/** Input of the signed SHA-256 digest. */
export const signedContent = ({ id, no, kind, installed, draft }: HandoverContent): string =>
  canonicalJson({ id, no, kind, installed, draft })

/** Whether a point has the required light. */
export const hasEnoughLight = ({ lux, requiredLux }: Pick<Measurement, 'lux' | 'requiredLux'>): boolean =>
  lux >= requiredLux

/** Result of a lamp's full test. A test ended early has not proven the rated duration. */
export const fullTestResult = ({ test, ratedMin }: InstalledLamp): 'passed' | 'failed' | 'untested' => {
  if (!test) return 'untested'
  const isShort = test.measuredS !== null && ratedMin !== null && test.measuredS < ratedMin * 60
  return test.result === 'passed' && !isShort ? 'passed' : 'failed'
}

/** A repeat covers only the light; other kinds also cover test and checklist. */
const isLightOnly = (kind: HandoverKind): boolean => kind === 'repeat'

type JudgedHandover = Pick<HandoverContent, 'kind' | 'installed' | 'draft'>

const missingInChecklist = ({ answers }: HandoverDraft): MissingItem[] =>
  checklistItems.flatMap((item): MissingItem[] => {
    const answer = answers[item]
    if (!answer) return [{ what: 'answer', item }]
    return answer.answer !== 'yes' && answer.note === '' ? [{ what: 'note', item }] : []
  })

const countLamps = (installed: Installed, test: ReturnType<typeof fullTestResult>): number =>
  installed.lamps.filter((lamp) => fullTestResult(lamp) === test).length

/** Missing items. While there are any, nobody can sign and the verdict is unknown. */
export const findMissingItems = ({ kind, installed, draft }: JudgedHandover): MissingItem[] => {
  const untested = countLamps(installed, 'untested')
  const light: MissingItem[] = draft.measurements.length === 0 ? [{ what: 'measurements' }] : []
  if (installed.lamps.length === 0) return [{ what: 'lamps' }, ...light]
  if (isLightOnly(kind)) return light
  return [
    ...(untested > 0 ? [{ what: 'untested' as const, count: untested }] : []),
    ...missingInChecklist(draft),
    ...light,
  ]
}

/** Defects found in the inspection. */
export const findDefects = ({ kind, installed, draft }: JudgedHandover): HandoverDefect[] => {
  const light = draft.measurements.flatMap((one, at): HandoverDefect[] =>
    hasEnoughLight(one) ? [] : [{ what: 'light', at }],
  )
  if (isLightOnly(kind)) return light
  const failed = countLamps(installed, 'failed')
  return [
    ...(failed > 0 ? [{ what: 'lamps' as const, count: failed }] : []),
    ...checklistItems.flatMap((item): HandoverDefect[] =>
      draft.answers[item]?.answer === 'no' ? [{ what: 'answer', item }] : [],
    ),
    ...light,
  ]
}

/** Verdict: a defect wins over missing items, and these over everything in order. */
export const judgeHandover = (handover: JudgedHandover): HandoverVerdict => {
  if (findDefects(handover).length > 0) return 'notMet'
  return findMissingItems(handover).length > 0 ? 'unknown' : 'met'
}

/** Side for which a role signs. */
export const handoverSideOf = (role: PlantRole): HandoverSide => (isClientRole(role) ? 'owner' : 'installer')

/** Due date of the next light measurement: five years later; February 29 becomes the last of February. */
export const lightRepeatDue = (measuredOn: string): string => {
  const [year = 0, month = 1, day = 1] = measuredOn.split('-').map(Number)
  const last = new Date(Date.UTC(year + lightRepeatYears, month, 0)).getUTCDate()
  return new Date(Date.UTC(year + lightRepeatYears, month - 1, Math.min(day, last))).toISOString().slice(0, 10)
}
