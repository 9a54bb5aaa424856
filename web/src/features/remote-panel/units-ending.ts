import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { InhibitionRequest } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { type InhibitionEnding, inhibitionEnding } from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { topicOf } from '../../shared/plant/unit-topic.ts'

/** The inhibited units with this ending. */
export const unitsEnding = (
  ending: InhibitionEnding,
  inhibited: readonly CentralUnit[],
  requests: readonly InhibitionRequest[],
): CentralUnit[] =>
  inhibited.filter((unit) => {
    const request = requests.findLast(({ topic, state }) => topic === topicOf(unit) && state === 'inhibited')
    return inhibitionEnding(unit, request) === ending
  })
