import { ApiFailure } from '@vigilux/client'
import type { PlantSource } from './plant-source.ts'
import type { UnitState } from './plant-state.ts'
import { testStates } from './points.ts'
import type { Client } from './read-plant.ts'

/**
 * How a write ended. `notAllowed`: commands are switched off, or the token lacks the scope. `refused`: the platform
 * refuses it now. `noAnswer`: the platform does not answer.
 */
export type WriteOutcome = 'done' | 'notAllowed' | 'invalidValue' | 'refused' | 'noAnswer'

export type PlantCommands = {
  /** False while every write is refused. */
  readonly isEnabled: boolean
  /** Starts or stops the test of a unit: a state of its point `test`. */
  setTest(unit: UnitState, state: string): Promise<WriteOutcome>
}

const outcomeOf = (error: unknown): WriteOutcome => {
  if (!(error instanceof ApiFailure)) throw error
  if (['NOT_ALLOWED', 'NOT_SIGNED_IN', 'PLANT_NOT_FOUND', 'UNIT_NOT_FOUND'].includes(error.code)) return 'notAllowed'
  return error.status === 0 || error.status >= 500 ? 'noAnswer' : 'refused'
}

type CommandOptions = {
  client: Client
  plantId: string
  isEnabled: boolean
  source: Pick<PlantSource, 'openTestsOf'>
  print(event: string, details: object): void
}

/** Commands go to the API with the token; its scopes limit them. */
export const createPlantCommands = ({ client, plantId, isEnabled, source, print }: CommandOptions): PlantCommands => {
  const start = async (topic: string, kind: 'functional' | 'autonomy') => {
    await client.call('ftest', { plantId, topic, addr: [], kind }, { key: crypto.randomUUID() })
  }
  const stop = async (topic: string) => {
    for (const { id: testId } of source.openTestsOf(topic))
      await client.call('stopTest', { plantId, testId }, { key: crypto.randomUUID() })
  }
  return {
    isEnabled,
    async setTest({ topic }, state) {
      if (!isEnabled) return 'notAllowed'
      if (!(testStates as readonly string[]).includes(state)) return 'invalidValue'
      try {
        if (state === 'none') await stop(topic)
        else await start(topic, state === 'functionalTest' ? 'functional' : 'autonomy')
        print('command', { unit: topic, test: state })
        return 'done'
      } catch (error) {
        const outcome = outcomeOf(error)
        print('command refused', { unit: topic, test: state, why: (error as ApiFailure).code })
        return outcome
      }
    },
  }
}
