import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'

type NoticeTarget = Pick<NoticeCauseRow, 'what' | 'centralUnitId' | 'addr' | 'aboutId'>

const onlyValue = <T>(values: readonly T[]): T | undefined => {
  const [first, ...others] = new Set(values)
  return others.length === 0 ? first : undefined
}

const query = (values: Record<string, string>): string => `?${new URLSearchParams(values)}`

/** The units of a plant, one of them open where all is about that one. */
const unitsPage = (plantId: string, unit: string | undefined): string =>
  `/plantcentralunits/${plantId}/centralunits${unit ? query({ unit }) : ''}`

/** Its lamps, of one unit where all is about that, and one lamp open where all is about that. */
const lampsPage = (plantId: string, unit: string | undefined, addr: number | null | undefined): string => {
  const lamp = unit && typeof addr === 'number' ? { lamp: `${unit}.${addr}` } : {}
  return `/plantcentralunits/${plantId}${unit ? query({ unit, ...lamp }) : ''}`
}

const testsPage = (plantId: string, values: Record<string, string>): string => `/plantreport/${plantId}${query(values)}`

const settingsPage = (plantId: string, tab: string): string => `/plantgeneral/${plantId}${query({ tab })}`

/** The page on which what was told is followed up, at the very lamp, unit, test or setting where that is one. */
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
