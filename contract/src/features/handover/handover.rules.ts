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

/** Everything that both sides sign. */
export type HandoverContent = { id: string; no: number; kind: HandoverKind; installed: Installed; draft: HandoverDraft }

/** What the digest that is signed is the SHA-256 of. */
export const signedContent = ({ id, no, kind, installed, draft }: HandoverContent): string =>
  canonicalJson({ id, no, kind, installed, draft })

/** Whether a point has the light that is asked for there. */
export const hasEnoughLight = ({ lux, requiredLux }: Pick<Measurement, 'lux' | 'requiredLux'>): boolean =>
  lux >= requiredLux

/** What the full test of a lamp comes to: one that ended early has not shown the rated duration. */
export const fullTestResult = ({ test, ratedMin }: InstalledLamp): 'passed' | 'failed' | 'untested' => {
  if (!test) return 'untested'
  const isShort = test.measuredS !== null && ratedMin !== null && test.measuredS < ratedMin * 60
  return test.result === 'passed' && !isShort ? 'passed' : 'failed'
}

/** A repeat is of the light alone; anything else of the test and the checklist, too. */
const isLightOnly = (kind: HandoverKind): boolean => kind === 'repeat'

type JudgedHandover = Pick<HandoverContent, 'kind' | 'installed' | 'draft'>

const missingInChecklist = ({ answers }: HandoverDraft): MissingItem[] =>
  checklistItems.flatMap((item): MissingItem[] => {
    const given = answers[item]
    if (!given) return [{ what: 'answer', item }]
    return given.answer !== 'yes' && given.note === '' ? [{ what: 'note', item }] : []
  })

const countLamps = (installed: Installed, test: ReturnType<typeof fullTestResult>): number =>
  installed.lamps.filter((lamp) => fullTestResult(lamp) === test).length

/** What is missing, each by its name. As long as there is anything, nobody signs and nothing is claimed. */
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

/** What was looked at and is not as it should be. */
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

/** A defect wins over what is missing, and that over everything that is in order. */
export const judgeHandover = (of: JudgedHandover): HandoverVerdict => {
  if (findDefects(of).length > 0) return 'notMet'
  return findMissingItems(of).length > 0 ? 'unknown' : 'met'
}

/** For which side somebody in this role signs. */
export const handoverSideOf = (role: PlantRole): HandoverSide => (isClientRole(role) ? 'owner' : 'installer')

/** The day by which the light is measured again: five years later, on the last of February where there is no 29th. */
export const lightRepeatDue = (measuredOn: string): string => {
  const [year = 0, month = 1, day = 1] = measuredOn.split('-').map(Number)
  const last = new Date(Date.UTC(year + lightRepeatYears, month, 0)).getUTCDate()
  return new Date(Date.UTC(year + lightRepeatYears, month - 1, Math.min(day, last))).toISOString().slice(0, 10)
}
