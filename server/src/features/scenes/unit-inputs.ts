import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../central-units/index.ts'

/** Whether a unit has an input; assumed while the unit has not reported its inputs. */
export const hasInput = (detail: UnitDetail | null, input: number): boolean =>
  detail === null || detail.inputs.some(({ number }) => number === input)

/** Refuses an input foreign to the unit, and names its inputs. */
export const checkInput = (
  work: Work<'UNIT_WITHOUT_INPUTS' | 'SCENE_INPUT_NOT_FOUND'>,
  { detail, cuType }: Pick<CentralUnitRow, 'detail' | 'cuType'>,
  input: number,
): void => {
  // A unit whose lamps take no levels does not report input changes.
  const isReported = work.ports.devices.types[cuType]?.facts.commands.includes('setLevels') ?? false
  if (isReported && hasInput(detail, input)) return
  const inputs = isReported ? (detail?.inputs ?? []).map(({ number }) => number).toSorted((a, b) => a - b) : []
  if (inputs.length === 0) work.fail('UNIT_WITHOUT_INPUTS')
  work.fail('SCENE_INPUT_NOT_FOUND', { inputs: inputs.join(', ') })
}
