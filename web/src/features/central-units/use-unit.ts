import { useParams } from '@tanstack/react-router'
import type { CentralUnit, UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { addressOf, topicOf } from './unit.ts'

/** Everything that the views of one unit share. */
export type OpenUnit = {
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
export const toldHere = (
  { connection }: CentralUnit,
  shadow: ActionOutput<'getShadow'> | undefined,
): Pick<OpenUnit, 'detail' | 'reportedAt'> =>
  shadow && connection !== 'notAcquired'
    ? { detail: shadow.detail, reportedAt: shadow.reportedAt }
    : { detail: null, reportedAt: null }

export type FoundUnit =
  | { state: 'gone' | 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | ({ state: 'open' } & OpenUnit)

/** The types that exist; they do not change while the product runs. */
export function useUnitTypes() {
  return useAction('getUnitTypes', {}, { staleTime: Number.POSITIVE_INFINITY })
}

/** The unit in the address. */
export function useFoundUnit(): FoundUnit {
  const { unit: topic = '' } = useParams({ strict: false }) as { unit?: string }
  const { units } = useOpenPlant()
  const unit = units.find((one) => topicOf(one) === topic)
  const types = useUnitTypes()
  const shadow = useAction('getShadow', addressOf(topic), { enabled: unit !== undefined })
  if (!unit) return { state: 'gone' }
  const failed = [types, shadow].find((query) => query.error && !query.data)
  if (failed) return { state: 'failed', error: failed.error, retry: () => void failed.refetch() }
  const facts = types.data?.types.find(({ cu_type }) => cu_type === unit.cu_type)
  if (!facts || !shadow.data) return { state: 'loading' }
  return { state: 'open', unit, topic, facts, ...toldHere(unit, shadow.data) }
}
