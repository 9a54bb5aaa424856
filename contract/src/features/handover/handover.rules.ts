import { isClientRole, type PlantRole } from '../../kernel/permissions.ts'
import { canonicalJson } from '../logbook/chain.rules.ts'
import {
  checklistItems,
  type FoundDefect,
  type HandoverDraft,
  type HandoverKind,
  type HandoverSide,
  type HandoverVerdict,
  type Installed,
  type InstalledLamp,
  lightRepeatYears,
  type Measurement,
  type MissingThing,
} from './handover.ts'

/** Everything that both sides sign. */
export type HandoverContent = { id: string; no: number; kind: HandoverKind; installed: Installed; draft: HandoverDraft }

/** What the digest that is signed is the SHA-256 of. */
export const signedContent = ({ id, no, kind, installed, draft }: HandoverContent): string =>
  canonicalJson({ id, no, kind, installed, draft })

/** Whether a point has the light that is asked for there. */
export const hasLight = ({ lux, requiredLux }: Pick<Measurement, 'lux' | 'requiredLux'>): boolean => lux >= requiredLux

/** What the full test of a lamp comes to: one that ended early has not shown the rated duration. */
export const testOf = ({ test, ratedMin }: InstalledLamp): 'passed' | 'failed' | 'untested' => {
  if (!test) return 'untested'
  const isShort = test.measuredS !== null && ratedMin !== null && test.measuredS < ratedMin * 60
  return test.result === 'passed' && !isShort ? 'passed' : 'failed'
}

/** A repeat is of the light alone; anything else of the test and the checklist, too. */
const isOfLightAlone = (kind: HandoverKind): boolean => kind === 'repeat'

type Judged = Pick<HandoverContent, 'kind' | 'installed' | 'draft'>

const ofChecklist = ({ answers }: HandoverDraft): MissingThing[] =>
  checklistItems.flatMap((item): MissingThing[] => {
    const given = answers[item]
    if (!given) return [{ what: 'answer', item }]
    return given.answer !== 'yes' && given.note === '' ? [{ what: 'note', item }] : []
  })

const countOf = (installed: Installed, test: ReturnType<typeof testOf>): number =>
  installed.lamps.filter((lamp) => testOf(lamp) === test).length

/** What is missing, each by its name. As long as there is anything, nobody signs and nothing is claimed. */
export const missingOf = ({ kind, installed, draft }: Judged): MissingThing[] => {
  const untested = countOf(installed, 'untested')
  const light: MissingThing[] = draft.measurements.length === 0 ? [{ what: 'measurements' }] : []
  if (installed.lamps.length === 0) return [{ what: 'lamps' }, ...light]
  if (isOfLightAlone(kind)) return light
  return [...(untested > 0 ? [{ what: 'untested' as const, count: untested }] : []), ...ofChecklist(draft), ...light]
}

/** What was looked at and is not as it should be. */
export const defectsOf = ({ kind, installed, draft }: Judged): FoundDefect[] => {
  const light = draft.measurements.flatMap((one, at): FoundDefect[] => (hasLight(one) ? [] : [{ what: 'light', at }]))
  if (isOfLightAlone(kind)) return light
  const failed = countOf(installed, 'failed')
  return [
    ...(failed > 0 ? [{ what: 'lamps' as const, count: failed }] : []),
    ...checklistItems.flatMap((item): FoundDefect[] =>
      draft.answers[item]?.answer === 'no' ? [{ what: 'answer', item }] : [],
    ),
    ...light,
  ]
}

/** A defect wins over what is missing, and that over everything that is in order. */
export const handoverVerdict = (of: Judged): HandoverVerdict => {
  if (defectsOf(of).length > 0) return 'notMet'
  return missingOf(of).length > 0 ? 'unknown' : 'met'
}

/** For which side somebody in this role signs. */
export const sideOf = (role: PlantRole): HandoverSide => (isClientRole(role) ? 'owner' : 'installer')

/** The day by which the light is measured again: five years later, on the last of February where there is no 29th. */
export const lightRepeatOf = (measuredOn: string): string => {
  const [year = 0, month = 1, day = 1] = measuredOn.split('-').map(Number)
  const last = new Date(Date.UTC(year + lightRepeatYears, month, 0)).getUTCDate()
  return new Date(Date.UTC(year + lightRepeatYears, month - 1, Math.min(day, last))).toISOString().slice(0, 10)
}
