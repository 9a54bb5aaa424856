import { hasEnded } from '@vigilux/contract/features/operations/operation.rules.ts'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { pathTo } from '../../site-map.ts'
import { formatOperationTitle } from './operation-texts.ts'
import { useOperations } from './use-operations.ts'

/** A running operation of one unit, or a bundle of several units, including its ended operations. */
export type Running = readonly [Operation, ...Operation[]]

/** Operations grouped by bundle, in the order of their newest; completely ended ones are left out. */
export function runningOf(operations: readonly Operation[]): Running[] {
  const operationsByBundle = Map.groupBy(operations, ({ id, bundle }) => bundle ?? id)
  return [...operationsByBundle.values()].flatMap(([first, ...otherOperations]) =>
    first && [first, ...otherOperations].some(({ state }) => !hasEnded(state))
      ? [[first, ...otherOperations] as const]
      : [],
  )
}

/** "Set parameters · 0A1B2C", or with the number of units. */
function titleOf([first, ...otherOperations]: Running, t: TFunction<'operations'>): string {
  const unitText = otherOperations.length > 0 ? t('units', { count: otherOperations.length + 1 }) : serialOf(first.cu)
  return `${formatOperationTitle(first, t)} · ${unitText}`
}

function progressOf(runningGroup: Running, t: TFunction<'operations'>): string {
  const totalOf = (figure: 'done' | 'total') => runningGroup.reduce((total, operation) => total + operation[figure], 0)
  return t('progress', { done: totalOf('done'), count: totalOf('total') })
}

/** A plant's running operations, and the first of them in one line. */
export function useRunningOperations(plantId: string): { running: readonly Running[]; text: string } {
  const { t } = useTranslation('operations')
  const runningGroups = runningOf(useOperations(plantId))
  const [first] = runningGroups
  return { running: runningGroups, text: first ? `${titleOf(first, t)} · ${progressOf(first, t)}` : '' }
}

/** Lines of the command pill's list: each links to its unit, or to its bundle's progress. */
export function RunningOperations({ plantId, running }: { plantId: string; running: readonly Running[] }) {
  const { t } = useTranslation('operations')
  return running.map((operations) => {
    const [{ id, cu, bundle, requestedBy }] = operations
    return (
      <li key={bundle ?? id}>
        <AppLink to={bundle ? pathTo('devices', { plantId }, { bundle }) : pathTo('unit', { plantId, unit: cu })}>
          <b>{titleOf(operations, t)}</b>
        </AppLink>
        {requestedBy ? <small>{requestedBy}</small> : null}
        <span role="status">{progressOf(operations, t)}</span>
      </li>
    )
  })
}
