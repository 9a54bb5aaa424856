import type { SceneOutcome } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { z } from 'zod'
import type { ReportedRecord } from './central-unit-type.ts'

/** Fields of a scene record, whatever form a type writes. */
export const sceneVersion = z.int().min(1).max(0x7fff_ffff)
/** Minutes since 1970 (UTC). */
export const sceneMinute = z.int().min(1).max(0x7fff_ffff)
export const sceneInput = z.int().min(1).max(8)

const sceneRunFields = z.object({ version: sceneVersion, minute: sceneMinute.nullable(), input: sceneInput.nullable() })
const minuteMs = 60_000

type SceneRunReport = {
  scene: string
  version: number
  minute: number | null
  input: number | null
  outcome: SceneOutcome
}

/** Record of a scene run by its calendar or by an input; throws for both or neither. */
export const sceneRunRecord = ({ scene, outcome, ...report }: SceneRunReport): ReportedRecord => {
  const { version, minute, input } = sceneRunFields.parse(report)
  if ((minute === null) === (input === null)) throw new RangeError('a scene runs by its calendar or by an input')
  const plannedAt = minute === null ? null : new Date(minute * minuteMs).toISOString()
  return { kind: 'sceneRan', scene, version, planned: plannedAt, input, outcome }
}
