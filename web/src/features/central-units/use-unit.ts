import { useParams } from '@tanstack/react-router'
import type { CentralUnit, UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer, useAnswerIf } from '../../shared/api/use-answer.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { parseTopic, topicOf } from './unit.ts'

/** Everything that the views of one unit share. */
export type CurrentUnit = {
  unit: CentralUnit
  topic: string
  facts: UnitTypeFacts
  /** What the unit reports of itself beyond its state; null until it has reported it. */
  detail: UnitDetail | null
  reportedAt: string | null
}

/**
 * What a unit has told in this plant. One that is not enrolled here has told nothing: where another plant of the person has it enrolled, the
 * shadow is what it tells there.
 */
export const withPlatformName = (
  { connection }: CentralUnit,
  shadow: ActionOutput<'getShadow'> | undefined,
): Pick<CurrentUnit, 'detail' | 'reportedAt'> =>
  shadow && connection !== 'notAcquired'
    ? { detail: shadow.detail, reportedAt: shadow.reportedAt }
    : { detail: null, reportedAt: null }

/** The types that exist; they do not change while the product runs. */
export function useUnitTypes(): readonly UnitTypeFacts[] {
  return useAnswer('getUnitTypes', {}, { staleTime: Number.POSITIVE_INFINITY }).types
}

/** The unit in the address; undefined where the plant has none of this name. */
export function useCurrentUnit(): CurrentUnit | undefined {
  const { unit: topic = '' } = useParams({ strict: false }) as { unit?: string }
  const { units } = useCurrentPlant()
  const unit = units.find((one) => topicOf(one) === topic)
  const types = useUnitTypes()
  const shadow = useAnswerIf(unit !== undefined, 'getShadow', parseTopic(topic))
  if (!unit) return undefined
  const facts = types.find(({ cu_type }) => cu_type === unit.cu_type)
  if (!facts) throw new Error(`no unit type ${unit.cu_type}`)
  return { unit, topic, facts, ...withPlatformName(unit, shadow) }
}
