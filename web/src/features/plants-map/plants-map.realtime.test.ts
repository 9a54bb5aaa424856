import { expect, test } from 'vitest'
import { plantsMapPatches } from './plants-map.realtime.ts'

test.each([
  { what: 'another state', plant_id: 'a', condition: 'error', isSortedAgain: true },
  { what: 'the same state', plant_id: 'a', condition: 'ok', isSortedAgain: false },
  { what: 'a state, and is on no page that is shown', plant_id: 'b', condition: 'error', isSortedAgain: true },
])('the list beside the map is resorted when a plant reports $what', ({ plant_id, condition, isSortedAgain }) => {
  const answers = { getPlantsOnMap: { pins: [] }, getPlantsInView: { plants: [{ plant_id: 'a', condition: 'ok' }] } }
  const read: string[] = []
  const cache = {
    update: (action: keyof typeof answers, _: unknown, change: (answer: unknown) => unknown) => change(answers[action]),
    refetchSpread: (action: string) => void read.push(action),
  }
  plantsMapPatches.plantCounts?.(cache as never, { plant_id, condition } as never)
  expect(read.includes('getPlantsInView')).toBe(isSortedAgain)
})
