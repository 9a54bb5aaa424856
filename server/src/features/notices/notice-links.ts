import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'

type NoticeTarget = Pick<NoticeCauseRow, 'what' | 'centralUnitId' | 'addr' | 'aboutId'>

const onlyValue = <T>(values: readonly T[]): T | undefined => {
  const [first, ...otherValues] = new Set(values)
  return otherValues.length === 0 ? first : undefined
}

const query = (values: Record<string, string>): string => `?${new URLSearchParams(values)}`

/** The page of a plant's units; opens the unit if all causes concern the same one. */
const unitsPage = (plantId: string, unit: string | undefined): string =>
  `/plantcentralunits/${plantId}/centralunits${unit ? query({ unit }) : ''}`

/** The page of a plant's lamps; limited to a unit, or opened at a lamp, if all causes concern the same one. */
const lampsPage = (plantId: string, unit: string | undefined, addr: number | null | undefined): string => {
  const lamp = unit && typeof addr === 'number' ? { lamp: `${unit}.${addr}` } : {}
  return `/plantcentralunits/${plantId}${unit ? query({ unit, ...lamp }) : ''}`
}

const testsPage = (plantId: string, values: Record<string, string>): string => `/plantreport/${plantId}${query(values)}`

const settingsPage = (plantId: string, tab: string): string => `/plantgeneral/${plantId}${query({ tab })}`

/** The page for a notice, as precise as its causes allow: lamp, unit, test or setting. */
export const noticePageUrl = (
  plantId: string,
  causes: readonly NoticeTarget[],
  unitOf: (centralUnitId: string) => string | undefined,
): string => {
  const [first] = causes
  const unitId = onlyValue(causes.map(({ centralUnitId }) => centralUnitId))
  const unit = unitId ? unitOf(unitId) : undefined
  const test = onlyValue(causes.map(({ aboutId }) => aboutId))
  switch (first?.what) {
    case 'fault':
      return lampsPage(plantId, unit, onlyValue(causes.map(({ addr }) => addr)))
    case 'testFailed':
      return testsPage(plantId, test ? { tab: 'results', test } : { tab: 'results' })
    case 'functionalOverdue':
    case 'autonomyOverdue':
      return testsPage(plantId, { tab: 'calendar' })
    case 'inhibited':
    case 'mainsFailure':
    case 'mainsBack':
      return `/remotepanel/${plantId}`
    case 'proEnds':
      return settingsPage(plantId, 'advanced')
    case 'noOwner':
      return `/plantgeneral/${plantId}`
    case 'invitationAccepted':
      return `/plantusers/${plantId}`
    case 'invitationDeclined':
    case 'invitationExpired':
      return `/plantusers/${plantId}?tab=invites`
    default:
      return unitsPage(plantId, unit)
  }
}
