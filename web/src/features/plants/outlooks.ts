import { maxOutlooks } from '@vigilux/contract/features/week/max-outlooks.ts'
import type { PlantOutlook } from '@vigilux/contract/features/week/plant-outlook.ts'
import { useAnswer, useAnswers } from '../../shared/api/use-answer.ts'

/** The day and a test's start change without an event. */
const outlookRefetchMs = 5 * 60_000

/** Splits plants into calls, the same ones in any order of the list. */
export function outlookCalls(plantIds: readonly string[]): string[][] {
  const sorted = plantIds.toSorted()
  return Array.from({ length: Math.ceil(sorted.length / maxOutlooks) }, (_, at) =>
    sorted.slice(at * maxOutlooks, (at + 1) * maxOutlooks),
  )
}

/** The outlook of a plant, read together with others of its list; undefined for a plant no longer in it. */
export function useOutlook(plantId: string, listed: readonly string[]): PlantOutlook | undefined {
  const plantIds = outlookCalls(listed).find((ids) => ids.includes(plantId)) ?? [plantId]
  const { outlooks } = useAnswer('getPlantOutlooks', { plantIds }, { refetchInterval: outlookRefetchMs })
  return outlooks.find(({ plant_id }) => plant_id === plantId)
}

/** The outlooks of all listed plants, by plant. */
export function useOutlooks(listed: readonly string[]): ReadonlyMap<string, PlantOutlook> {
  const answers = useAnswers(
    'getPlantOutlooks',
    outlookCalls(listed).map((plantIds) => ({ plantIds })),
  )
  return new Map(answers.flatMap(({ outlooks }) => outlooks.map((one) => [one.plant_id, one])))
}
