import { useParams } from '@tanstack/react-router'
import type { CentralUnit, UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer, useAnswerIf } from '../../shared/api/use-answer.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { parseTopic, topicOf } from './unit.ts'

/** Data shared by the views of one unit. */
export type CurrentUnit = {
  unit: CentralUnit
  topic: string
  facts: UnitTypeFacts
  /** The unit's detail; null until it is reported. */
  detail: UnitDetail | null
  reportedAt: string | null
}

/**
 * A unit's shadow in this plant; nothing before its enrolment here, because the shadow may belong to another plant of
 * the person.
 */
export const withPlatformName = (
  { connection }: CentralUnit,
  shadow: ActionOutput<'getShadow'> | undefined,
): Pick<CurrentUnit, 'detail' | 'reportedAt'> =>
  shadow && connection !== 'notAcquired'
    ? { detail: shadow.detail, reportedAt: shadow.reportedAt }
    : { detail: null, reportedAt: null }

/** All unit types; constant while the product runs. */
export function useUnitTypes(): readonly UnitTypeFacts[] {
  return useAnswer('getUnitTypes', {}, { staleTime: Number.POSITIVE_INFINITY }).types
}

/** The unit in the address; undefined when the plant has no such unit. */
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
